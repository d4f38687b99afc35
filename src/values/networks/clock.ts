/** When this version was written: a clock that shows an earlier time is wrong. */
const writtenAt = Date.parse('2026-11-01T00:00:00Z')

/** How far the clocks of two machines that share a folder may differ. */
const toleratedMs = 24 * 60 * 60_000

/**
 * A sentence about a clock that is certainly wrong; undefined otherwise.
 * @param lastWrite when the data folder was last written, by the clock of that time
 */
export const clockIssue = (now: Date, lastWrite?: Date): string | undefined => {
  const earliest = Math.max(writtenAt, (lastWrite?.getTime() ?? 0) - toleratedMs)
  if (now.getTime() >= earliest) return undefined
  return `The clock of this computer shows ${now.toISOString().slice(0, 10)}, which cannot be right: ${now.getTime() < writtenAt ? 'this version of Coldpress was written later' : 'this data folder was written to later'}. Set the clock. Until then nothing here can be judged by the time, such as whether a policy has locked or a transaction has expired. Signing needs no clock.`
}

/** Milliseconds for a ULID, which has no times before 1970. */
export const idTime = (now: Date): number => Math.max(1, now.getTime())
