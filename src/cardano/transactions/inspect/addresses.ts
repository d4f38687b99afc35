import { base58 } from '@scure/base'
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseAddress, type Address } from '../../addresses.ts'
import { readBech32, writeBech32 } from '../../bech32.ts'
import { hexIn, unsignedIn } from '../../cbor-access.ts'
import type { CborItem } from '../../cbor-items.ts'
import type { NetworkId } from '../../network.ts'

/** The owner of an address's funds. A Byron address does not contain its key in readable form. */
export type Credential =
  | { readonly kind: 'key' | 'script'; readonly hash: string }
  | { readonly kind: 'byron' }

export type KnownAddress = {
  /** Bech32, or base58 for one of Byron times. */
  readonly text: string
  readonly networkId: NetworkId
  readonly isStake: boolean
  readonly credential: Credential
  /** Who can withdraw its rewards and delegate it; undefined without a stake part. */
  readonly stake: Credential | { readonly kind: 'pointer' } | undefined
}

/** @throws Error for bytes that are no address of any era */
export const addressOfBytes = (bytes: Uint8Array): KnownAddress => {
  const header = bytes[0] ?? 0
  if (header >> 4 === 8) return describeKnown(parseAddress(base58.encode(bytes)), bytes)
  const stem = header >> 4 > 13 ? 'stake' : 'addr'
  const prefix = (header & 0x0f) === 1 ? stem : `${stem}_test`
  return describeKnown(parseAddress(writeBech32(prefix, bytes)), bytes)
}

/** @throws ColdpressError `invalid` for a text that is no address */
export const addressOfText = (text: string): KnownAddress => {
  const address = parseAddress(text)
  const reading = readBech32(address.bech32)
  return describeKnown(address, reading.outcome === 'read' ? reading.bytes : new Uint8Array())
}

/** CIP-19: after the header follows the hash of the payment (or stake) key or script. */
const describeKnown = (
  { bech32, networkId, kind, isScript }: Address,
  bytes: Uint8Array,
): KnownAddress => ({
  text: bech32,
  networkId,
  isStake: kind === 'stake',
  credential:
    kind === 'byron'
      ? { kind }
      : { kind: isScript ? 'script' : 'key', hash: bytesToHex(bytes.subarray(1, 29)) },
  stake: kind === 'byron' || kind === 'stake' ? undefined : stakeOf(bytes),
})

/** CIP-19: header types 0 to 3 carry a stake hash (2 and 3 a script's), 4 and 5 a pointer. */
const stakeOf = (bytes: Uint8Array): KnownAddress['stake'] => {
  const type = (bytes[0] ?? 0) >> 4
  if (type > 5) return undefined
  if (type > 3) return { kind: 'pointer' }
  return { kind: type > 1 ? 'script' : 'key', hash: bytesToHex(bytes.subarray(29, 57)) }
}

/** The required key or script (conway.cddl, `credential`). */
export const credentialIn = (item: CborItem | undefined): Extract<Credential, { hash: string }> => {
  const [kind, hash] = item?.kind === 'list' ? item.items : []
  return {
    kind: unsignedIn(kind, 'the kind of a credential') === 0n ? 'key' : 'script',
    hash: hexIn(hash, 'the hash of a credential', 28),
  }
}
