/**
 * Milliseconds to wait by an answer's `Retry-After`, in seconds or as an HTTP date (RFC 9110,
 * 10.2.3). Undefined when it is neither. A date is by the clock of whoever wrote it, which `Date`
 * tells: that clock may be a day off from ours.
 * @param now our own clock, for an answer without `Date`
 */
export const readRetryAfter = (headers: Headers, now: Date): number | undefined => {
  const header = headers.get('retry-after')
  if (header === null) return undefined
  if (/^\d+$/u.test(header.trim())) return Number(header) * 1000
  const until = Date.parse(header)
  if (Number.isNaN(until)) return undefined
  const theirs = Date.parse(headers.get('date') ?? '')
  return Math.max(0, until - (Number.isNaN(theirs) ? now.getTime() : theirs))
}
