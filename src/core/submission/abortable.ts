/** How long what was started may still take when the signal has ended. */
const graceMs = 1_000

/**
 * What `work` comes to. When the signal ends, what is under way is given a moment to be done: an
 * answer that is nearly here is worth having, and a connection that is left in the middle keeps its
 * server from closing. After that it rejects with the signal's reason, and whatever `work` still
 * does is nobody's business.
 */
export const abortable = async <T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> => {
  if (signal === undefined) return work
  const { promise: ended, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    timer = setTimeout(() => reject(signal.reason), graceMs)
  }
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await Promise.race([work, ended])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
