import { createDailyQuota, type DailyQuota } from './daily-quota.ts'
import type { Gateway } from './gateway.ts'
import type { GatewayMeter } from './gateway-usage.ts'

const hourMs = 3_600_000
/** After the first refusal, doubled with each in a row, up to the longest. */
export const shortestPauseMs = 1_000
const longestPauseMs = 60_000

/** Why a gateway is asked nothing for now. */
export type CallStops = DailyQuota & {
  /** Until when a service that has banned this computer is not asked (418). */
  readonly bannedUntil: () => Date | undefined
  readonly noteBanned: () => void
  /** Until when a service that was asked too quickly is left alone (429). */
  readonly busyUntil: () => Date | undefined
  /** @returns {@link CallStops.busyUntil} */
  readonly noteBusy: (retryAfterMs: number | undefined) => Date
  /** A call was answered: the next pause is the shortest again. */
  readonly noteAnswered: () => void
}

/**
 * What a service has said about further calls. Whoever asks on is banned, and a ban that is not
 * respected is prolonged; so all processes of a data folder remember one.
 */
export const createCallStops = (now: () => Date, meter: GatewayMeter | undefined): CallStops => {
  let bannedUntil: Date | undefined
  let pausedUntil: Date | undefined
  let pauseMs = shortestPauseMs
  const future = (time: Date | undefined): Date | undefined =>
    time !== undefined && time > now() ? time : undefined
  const after = (ms: number): Date => new Date(now().getTime() + ms)
  return {
    ...createDailyQuota(now),
    bannedUntil: () => future(bannedUntil) ?? future(meter?.bannedUntil?.()),
    noteBanned: () => {
      bannedUntil = after(hourMs)
      meter?.noteBanned?.(bannedUntil)
    },
    busyUntil: () => future(pausedUntil),
    noteBusy: (retryAfterMs) => {
      // Of several calls at once the first refusal sets the pause; the others may only lengthen it.
      const running = future(pausedUntil)
      const leastMs = running === undefined ? pauseMs : shortestPauseMs
      const until = after(Math.min(hourMs, Math.max(shortestPauseMs, retryAfterMs ?? leastMs)))
      if (running === undefined) pauseMs = Math.min(longestPauseMs, pauseMs * 2)
      pausedUntil = running !== undefined && running > until ? running : until
      return pausedUntil
    },
    noteAnswered: () => {
      pauseMs = shortestPauseMs
    },
  }
}

/** What a gateway says about its own calls. */
export const callStates = ({
  stops,
  meter,
}: {
  readonly stops: CallStops
  readonly meter: GatewayMeter | undefined
}): Pick<Gateway, 'usedUpUntil' | 'bannedUntil' | 'busyUntil' | 'budget'> => ({
  usedUpUntil: stops.usedUpUntil,
  bannedUntil: stops.bannedUntil,
  busyUntil: stops.busyUntil,
  budget: () => meter?.budget?.(),
})
