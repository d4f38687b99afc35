import type { PinCheckResult } from '#contract/pins/pin-target.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { countText } from '#values/text/format.ts'
import { sleep } from '#platform/http/sleep.ts'
import type { Cid } from '#media/content/cid.ts'
import { isMade, type PinTargets } from '#media/pinning/pin-targets.ts'

const hourMs = 60 * 60_000
/** A place that did not answer is asked again after an hour. */
const intervalMs = { daily: 24 * hourMs, weekly: 7 * 24 * hourMs, failed: hourMs } as const

/** A check that nobody waits for handles at most four files a second, and waits for imports. */
const unattendedMs = 250
const importPollMs = 1_000

/** Before each file of a check that nobody waits for. */
export const waitUnattended = async (
  signal: AbortSignal,
  runningImports: () => number,
): Promise<void> => {
  await sleep(unattendedMs, signal)
  while (runningImports() > 0) await sleep(importPollMs, signal)
}

/** The place is asked for every pin, and reads so many of the files, chosen anew each time. */
const sampled = 100

/** A target that the user set up, that once had images, and was not checked for the interval. */
export const dueTarget = (
  pinTargets: Pick<PinTargets, 'list' | 'checks' | 'everAt'>,
  interval: Exclude<Settings['pinCheck'], 'off'>,
  now: number,
): string | undefined => {
  const results = pinTargets.checks.list()
  const isDue = (name: string): boolean => {
    const last = results.find((result) => result.name === name)
    if (last === undefined) return true
    return now - Date.parse(last.at) >= intervalMs[last.check === null ? 'failed' : interval]
  }
  return pinTargets
    .list()
    .filter((target) => !target.isDefault && !target.isBuiltIn && !isMade(target))
    .map(({ name }) => name)
    .find((name) => isDue(name) && pinTargets.everAt(name).length > 0)
}

export const sampleOf = (cids: readonly Cid[]): ReadonlySet<Cid> =>
  new Set(
    cids
      .map((cid) => ({ cid, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at)
      .slice(0, sampled)
      .map(({ cid }) => cid),
  )

/** What the user should know of a check that nobody started; undefined: all is as it was. */
export const noticeOf = ({ name, check, repaired }: PinCheckResult): string | undefined => {
  if (check === null) return undefined
  const lacking = check.files - check.sound
  if (lacking > 0)
    return `${countText(lacking, 'image')} that ${lacking === 1 ? 'was' : 'were'} pinned at ${name} ${lacking === 1 ? 'is' : 'are'} damaged or no longer there. See Settings → Pinning.`
  if (repaired === null) return undefined
  const again = repaired.sent + repaired.restored
  return `${name} had lost ${countText(again, 'image')}. Coldpress has pinned ${again === 1 ? 'it' : 'them'} again.`
}
