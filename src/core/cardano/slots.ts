import { ColdpressError } from '../../shared/errors.ts'
import type { Network } from './network.ts'

/** The largest slot that a native script or a transaction can hold. */
export const maxSlot = 2n ** 64n - 1n

/** A stretch of slots of one length; times are Unix seconds. */
type Era = {
  readonly firstSlot: bigint
  readonly startsAt: bigint
  readonly slotSeconds: bigint
}

/** First slot and time of each era, oldest first, from the genesis files of each network. */
const eras: Readonly<Record<Network, readonly [Era, ...Era[]]>> = {
  mainnet: [
    { firstSlot: 0n, startsAt: 1_506_203_091n, slotSeconds: 20n },
    { firstSlot: 4_492_800n, startsAt: 1_596_059_091n, slotSeconds: 1n },
  ],
  preprod: [
    { firstSlot: 0n, startsAt: 1_654_041_600n, slotSeconds: 20n },
    { firstSlot: 86_400n, startsAt: 1_655_769_600n, slotSeconds: 1n },
  ],
  preview: [{ firstSlot: 0n, startsAt: 1_666_656_000n, slotSeconds: 1n }],
  // 2025-01-01T00:00:00Z, fixed so that a devnet's slots mean the same after every start.
  devnet: [{ firstSlot: 0n, startsAt: 1_735_689_600n, slotSeconds: 1n }],
}

/**
 * The slot that holds `date`, rounded down: a lock never falls later than the time that was asked for.
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
      `time: ${date.toISOString()} is before ${network} began (${first}), so it has no slot`,
    )
  }
  return era.firstSlot + (seconds - era.startsAt) / era.slotSeconds
}

/**
 * The time at which `slot` begins.
 * @throws ColdpressError `invalid` for a negative slot, one above 2^64 - 1, and one too late for a
 * `Date` (after the year 275760), which a script may still name
 */
export const timeOf = (network: Network, slot: bigint): Date => {
  if (slot < 0n || slot > maxSlot)
    throw new ColdpressError('invalid', `slot: ${slot} is not between 0 and ${maxSlot}`)
  const era = eras[network].findLast(({ firstSlot }) => firstSlot <= slot) ?? eras[network][0]
  const date = new Date(Number((era.startsAt + (slot - era.firstSlot) * era.slotSeconds) * 1000n))
  if (Number.isNaN(date.getTime()))
    throw new ColdpressError('invalid', `slot: ${slot} is too far in the future to be given a time`)
  return date
}
