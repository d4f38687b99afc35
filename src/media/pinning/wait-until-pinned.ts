import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { AnyCid } from '../content/cid.ts'
import { sleep } from '#platform/http/sleep.ts'

/** Asks for the state of a pin until the service has the content. */
export const waitUntilPinned = async (
  ask: () => Promise<string | undefined>,
  options: {
    readonly service: string
    readonly cid: AnyCid
    readonly pollMs: number
    /** Longest wait for one image; the import asks again later. */
    readonly longestMs?: number
    readonly signal: AbortSignal
  },
): Promise<void> => {
  const { service, cid, pollMs, longestMs = 60_000, signal } = options
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const state = await ask()
    if (state === 'pinned') return
    if (state !== 'queued' && state !== 'pinning')
      throw errorBy(
        pinErrors,
        'not_pinned',
        { cid },
        `${service} could not pin ${cid}: ${state ?? 'it does not know it'}. Try again later.`,
      )
    if (waitedMs >= longestMs)
      throw errorBy(
        pinErrors,
        'pin_queued',
        { cid },
        `${service} has ${cid} still in its queue. Try again later.`,
      )
    await sleep(pollMs, signal)
  }
}
