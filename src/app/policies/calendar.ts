import type { Network } from '#cardano/network.ts'
import type { Lock } from '#cardano/lock.ts'
import { cutMiddle } from '#values/text/format.ts'

/** The fields of a policy in a calendar entry. */
export type LockToRemember = {
  readonly policyId: string
  readonly name: string | null
  readonly network: Network
  readonly lock: Lock | null
}

/**
 * The lock times of policies as an iCalendar file (RFC 5545) with reminders a week and a day ahead.
 * Omits policies that never lock, are locked, or lock after 9999, the format's last year. An
 * entry's UID combines policy and network, so that a second import replaces it.
 */
export const lockCalendar = (policies: readonly LockToRemember[], now: Date): string => {
  const stamp = utc(now)
  const events = policies.flatMap((policy) => {
    const time = policy.lock?.time ?? null
    if (time === null) return []
    const locksAt = new Date(time)
    return locksAt <= now || locksAt.getUTCFullYear() > 9999 ? [] : eventOf(policy, locksAt, stamp)
  })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Coldpress//Policy locks//EN',
    'CALSCALE:GREGORIAN',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const eventOf = (
  { policyId, name, network, lock }: LockToRemember,
  locksAt: Date,
  stamp: string,
): readonly string[] => {
  const called = name ?? cutMiddle(policyId)
  const summary = `Policy ${called} locks`
  const description = `From then on nothing can be minted or burned under the policy ${policyId} (${network}, slot ${lock?.slot ?? ''}).`
  return [
    'BEGIN:VEVENT',
    `UID:${policyId}-${network}@coldpress`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${utc(locksAt)}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    'TRANSP:TRANSPARENT',
    ...reminder('-P7D', `${summary} in a week`),
    ...reminder('-P1D', `${summary} in a day`),
    'END:VEVENT',
  ]
}

const reminder = (trigger: string, text: string): readonly string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `TRIGGER:${trigger}`,
  `DESCRIPTION:${escaped(text)}`,
  'END:VALARM',
]

/** `20270224T000000Z` */
const utc = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d+/gu, '')

/** RFC 5545 section 3.3.11; it has no escape for control characters. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/gu, (found) => `\\${found}`)
    .replaceAll(/\r?\n/gu, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

/**
 * Folds lines to 75 octets without splitting a character (section 3.1); a space continues a line.
 */
const folded = (line: string): string => {
  const pieces: string[] = []
  let piece = ''
  for (const character of line) {
    // the space that continues a line counts
    const room = pieces.length === 0 ? 75 : 74
    if (Buffer.byteLength(piece + character) > room) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece].join('\r\n ')
}
