import { eras, startOfSlot } from '#values/networks/eras.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Network } from './network.ts'

/** The largest slot that a native script or a transaction can hold. */
export const maxSlot = 2n ** 64n - 1n

/**
 * The slot that contains `date`, rounded down: a lock is never later than requested.
 * @throws ColdpressError `invalid` for a time before the network's first slot
 */
export const slotAt = (network: Network, date: Date): bigint => {
  const millis = date.getTime()
  if (Number.isNaN(millis))
    throw new ColdpressError('invalid', 'time: not a valid time, so it has no slot')
  const seconds = BigInt(Math.floor(millis / 1000))
  const era = eras[network].findLast(({ startsAt }) => startsAt <= seconds)
  if (era === undefined) {
    const first = timeOf(network, 0n).toISOString()
    throw new ColdpressError(
      'invalid',
      `time: ${date.toISOString()} is before ${network} started (${first}), so it has no slot`,
    )
  }
  return era.firstSlot + (seconds - era.startsAt) / era.slotSeconds
}

/**
 * The slot of a clock's time. Undefined when the clock is set to before the network started, as
 * after a flat battery.
 */
export const clockSlot = (network: Network, now: Date): bigint | undefined =>
  BigInt(Math.floor(now.getTime() / 1000)) < eras[network][0].startsAt
    ? undefined
    : slotAt(network, now)

/** Like {@link clockSlot}, but the network's first slot where that is undefined. */
export const currentSlot = (network: Network, now: Date): bigint => clockSlot(network, now) ?? 0n

/**
 * The time at which `slot` starts.
 * @throws ColdpressError `invalid` for a negative slot, one above 2^64 - 1, and one too late for a
 * `Date` (after the year 275760), which a script may still name
 */
export const timeOf = (network: Network, slot: bigint): Date => {
  if (slot < 0n || slot > maxSlot)
    throw new ColdpressError('invalid', `slot: ${slot} is not between 0 and ${maxSlot}`)
  const date = startOfSlot(network, slot)
  if (date === undefined)
    throw new ColdpressError('invalid', `slot: ${slot} is too far in the future to be given a time`)
  return date
}
