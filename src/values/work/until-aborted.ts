/**
 * Ends with the work, or at once with the signal's reason when it is aborted: for work that the signal
 * does not reach, such as that of another, which goes on.
 */
export const untilAborted = async <T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> => {
  signal?.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
