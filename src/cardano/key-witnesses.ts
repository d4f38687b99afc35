import { hexToBytes } from '@noble/hashes/utils.js'
import { limits } from '#values/bounds/limits.ts'
import { type Fields, fieldsOf, hexIn, itemsOf, setOf } from './cbor-access.ts'
import { type CborItem, readCborItem } from './cbor-items.ts'

/** A signature over one transaction body: 32 and 64 bytes of hex. */
export type Witness = { readonly publicKey: string; readonly signature: string }

/** The field of a witness set that holds the signatures by keys. */
const vkeys = 0n

/** The signatures by keys of a witness set, not proved yet. */
export const keyWitnessesIn = (witnesses: Fields): readonly Witness[] =>
  setOf(witnesses.get(vkeys), 'the signatures').map(witnessOf)

const witnessOf = (item: CborItem): Witness => {
  const [key, signature, ...more] = itemsOf(item, 'a signature')
  if (more.length > 0) throw new Error('a signature is not a key and its signature')
  return {
    publicKey: hexIn(key, 'the key of a signature', 32),
    signature: hexIn(signature, 'a signature', 64),
  }
}

/**
 * The signatures by keys in CBOR as tools hand it out, not proved yet: one of them, cardano-cli's
 * older `[0, [vkey, signature]]`, a list or set of them, or the witness set of a transaction, which
 * browser wallets answer (CIP-30, `signTx`).
 * @returns undefined for any other bytes, and for a witness set without a signature by a key
 */
export const witnessesInCbor = (hex: string): readonly Witness[] | undefined => {
  // A transaction holds them, so they are no larger than one.
  if (hex.length > 2 * limits.transactionBytes || !/^(?:[0-9a-f]{2})+$/iu.test(hex))
    return undefined
  // A list that starts with a map is a transaction, which takes a while to read.
  if (/^(?:8[34]|9f)[ab]/iu.test(hex)) return undefined
  try {
    const found = witnessesOf(readCborItem(hexToBytes(hex)))
    return found.length === 0 ? undefined : found
  } catch {
    return undefined
  }
}

const witnessesOf = (item: CborItem): readonly Witness[] => {
  if (item.kind === 'map') return keyWitnessesIn(fieldsOf(item, 'the witness set'))
  const [first, second] = setOf(item, 'the signatures')
  if (first?.kind === 'bytes') return [witnessOf(item)]
  if (first?.kind === 'int' && first.value === 0n && second !== undefined)
    return [witnessOf(second)]
  return setOf(item, 'the signatures').map(witnessOf)
}
