import { ColdpressError } from '#values/errors/errors.ts'
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
      throw new ColdpressError(
        'service_error',
        `${service} could not pin ${cid}: ${state ?? 'it does not know it'}. Try again later.`,
        { details: { rule: 'not_pinned', cid } },
      )
    if (waitedMs >= longestMs)
      throw new ColdpressError(
        'rate_limited',
        `${service} has ${cid} still in its queue. Try again later.`,
        { details: { rule: 'pin_queued', cid } },
      )
    await sleep(pollMs, signal)
  }
}
