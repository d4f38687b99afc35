/** Addresses that are asked about at the same time: a public gateway counts and bounds calls. */
const atOnce = 4

/** Works on all, a few at the same time, in their order; the first failure ends it. */
export const inParallel = async <T>(
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> => {
  const queue = all.values()
  const worker = async (): Promise<void> => {
    for (const one of queue) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
