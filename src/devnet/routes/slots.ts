import { eras } from '#values/networks/eras.ts'

const [era] = eras.devnet

/** Slots of one epoch, as on mainnet and preprod. Nothing on the devnet depends on it. */
export const epochSlots = 432_000

/** Unix seconds at which the chain's slot 0 started. */
export const systemStart = Number(era.startsAt)

/** Unix seconds at which a slot starts. */
export const secondsOf = (slot: number): number => systemStart + slot * Number(era.slotSeconds)

export const epochOf = (slot: number): number => Math.floor(slot / epochSlots)
