import { ColdpressError } from '#shared/errors.ts'
import type { Studio } from '../options.ts'

type WithChain = Pick<Studio, 'chain'>

/** Until when the gateway answers nothing, because its calls of the day are used up. */
export const callsUsedUpUntil = ({ chain }: WithChain): Date | undefined =>
  chain?.gateway.usedUpUntil?.()

/** `00:00 UTC` */
export const utcClock = (time: Date): string => `${time.toISOString().slice(11, 16)} UTC`

/**
 * Nobody reserves what nobody would see paid. Sales that are open already go on by themselves.
 * @throws ColdpressError `conflict`
 */
export const requireCalls = (studio: WithChain): void => {
  const until = callsUsedUpUntil(studio)
  if (until === undefined) return
  throw new ColdpressError(
    'conflict',
    `gateway: its calls of this day are used up, so nothing can be reserved before ${utcClock(until)}. What is paid until then is not lost: the studio finds it when the gateway answers again. To go on now, set up the gateway with another project ID or a larger plan.`,
    { details: { rule: 'calls_used_up', until: until.toISOString() } },
  )
}
