import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { parseAddress } from '#cardano/addresses.ts'
import { readBech32, writeBech32 } from '#cardano/bech32.ts'

/** What an address says about who may spend from it, and who owns its stake (CIP-19). */
export type AddressParts = {
  /** The hash of a key or a script, in hex; null for a Byron address. */
  readonly payment: string | null
  readonly isScript: boolean
  /** Null without a stake credential of its own. */
  readonly stakeAddress: string | null
}

const hashBytes = 28

/** @throws ColdpressError `invalid` for what is no address */
export const addressParts = (text: string): AddressParts => {
  const { bech32, kind, isScript, networkId } = parseAddress(text)
  const reading = readBech32(bech32)
  if (reading.outcome !== 'read') return { payment: null, isScript: false, stakeAddress: null }
  const [header = 0] = reading.bytes
  const payment = reading.bytes.subarray(1, 1 + hashBytes)
  const stake = reading.bytes.subarray(1 + hashBytes)
  // The header's third bit says that the stake credential is a script: 0xe0 is a key's, 0xf0 a script's.
  const stakeHeader = Uint8Array.of(0xe0 | ((header & 0x20) >> 1) | networkId)
  const prefix = networkId === 1 ? 'stake' : 'stake_test'
  return {
    payment: bytesToHex(payment),
    isScript,
    stakeAddress: kind === 'base' ? writeBech32(prefix, concatBytes(stakeHeader, stake)) : null,
  }
}
