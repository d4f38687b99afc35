/**
 * Milliseconds to wait by a `Retry-After` header, in seconds or as an HTTP date (RFC 9110, 10.2.3).
 * Undefined when it is neither.
 */
export const readRetryAfter = (header: string | null, now: Date): number | undefined => {
  if (header === null) return undefined
  if (/^\d+$/u.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}
