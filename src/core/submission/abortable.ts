/**
 * What `work` comes to, unless the signal ends first: then it rejects with the signal's reason, and
 * whatever `work` still does is nobody's business. No listener stays behind.
 */
export const abortable = async <T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> => {
  if (signal === undefined) return work
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = (): void => reject(signal.reason)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    return await Promise.race([work, ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
