import type { Network } from './networks.ts'

/** A range of slots of one length. Times are Unix seconds. */
export type Era = {
  readonly firstSlot: bigint
  readonly startsAt: bigint
  readonly slotSeconds: bigint
}

/** First slot and time of each era, oldest first, from the genesis files of each network. */
export const eras: Readonly<Record<Network, readonly [Era, ...Era[]]>> = {
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

/** The time at which `slot` starts; undefined when it lies beyond what a date can hold. */
export const startOfSlot = (network: Network, slot: bigint): Date | undefined => {
  const era = eras[network].findLast(({ firstSlot }) => firstSlot <= slot) ?? eras[network][0]
  const date = new Date(Number((era.startsAt + (slot - era.firstSlot) * era.slotSeconds) * 1000n))
  return Number.isNaN(date.getTime()) ? undefined : date
}
