import { isBudgetUsedUp } from '#chain/gateway/call-pace.ts'
import { nextMidnight } from '#chain/gateway/daily-quota.ts'
import type { Studio } from '../options.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { saleErrors } from '#contract/sales/errors.ts'

type WithChain = Pick<Studio, 'chain' | 'now'>

/** Why nothing is reserved: the service refuses calls, or the user's budget of the day is used up. */
type CallsStop = { readonly until: Date; readonly cause: 'service' | 'banned' | 'budget' }

export const callsStop = ({ chain, now }: WithChain): CallsStop | undefined => {
  if (chain === undefined) return undefined
  const bannedUntil = chain.gateway.bannedUntil?.()
  if (bannedUntil !== undefined) return { until: bannedUntil, cause: 'banned' }
  const until = chain.gateway.usedUpUntil?.()
  if (until !== undefined) return { until, cause: 'service' }
  return isBudgetUsedUp(chain.gateway) ? { until: nextMidnight(now()), cause: 'budget' } : undefined
}

/** Until when polls leave the gateway alone, because it was asked too quickly. Reservations go on. */
export const busyUntil = ({ chain }: WithChain): Date | undefined => chain?.gateway.busyUntil?.()

/** Until when the gateway is asked nothing. */
export const callsUsedUpUntil = (studio: WithChain): Date | undefined => callsStop(studio)?.until

/** `00:00 UTC` */
export const utcClock = (time: Date): string => `${time.toISOString().slice(11, 16)} UTC`

/**
 * Nobody reserves what nobody would see paid. Sales that are open already go on by themselves.
 * @throws ColdpressError `conflict`
 */
export const requireCalls = (studio: WithChain): void => {
  const stop = callsStop(studio)
  if (stop === undefined) return
  const { until, cause } = stop
  throw errorBy(
    saleErrors,
    'calls_used_up',
    { cause, until: until.toISOString() },
    `gateway: ${reasons[cause](utcClock(until))}`,
  )
}

const reasons = {
  service: (clock: string) =>
    `its calls of this day are used up, so nothing can be reserved before ${clock}. What is paid until then is not lost: the studio finds it when the gateway answers again. To go on now, set up the gateway with another project ID or a larger plan.`,
  banned: (clock: string) =>
    `it has banned this internet address for too many requests, so nothing is asked of it and nothing can be reserved before ${clock}. What is paid until then is not lost: the studio finds it when the gateway answers again.`,
  budget: (clock: string) =>
    `your budget of calls of this day is used up, so nothing can be reserved before ${clock}. Open sales go on more slowly, and what is paid is not lost. To go on now, raise the budget.`,
} as const
