/** Addresses queried at the same time; public gateways limit the rate of calls. */
const atOnce = 4

/** Runs the work for all items in order, a few at a time; the first failure ends it. */
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
