import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { bytesIn, bytesOfItem, fieldsOf, integerIn, itemsOf, setOf } from '#cardano/cbor-access.ts'
import { readCborItem, type CborItem } from '#cardano/cbor-items.ts'
import { witnessField } from '#cardano/transactions/parts/fields.ts'
import type { LedgerParts } from './strict-form.ts'

/** In the order of their numbers in the ledger, in Blockfrost's words. */
const languages = ['timelock', 'plutusV1', 'plutusV2', 'plutusV3'] as const

export type LedgerScript = {
  readonly hash: string
  readonly language: (typeof languages)[number]
  /** As CBOR; of a Plutus script what the ledger hashes. */
  readonly cbor: Uint8Array
}

/** A script's hash: blake2b-224 of the language's number and its bytes. */
const makeScript = (language: number, cbor: Uint8Array): LedgerScript => {
  const name = languages[language]
  if (name === undefined) throw new Error('a script is in a language that does not exist')
  const hash = bytesToHex(blake2b(concatBytes(Uint8Array.of(language), cbor), { dkLen: 28 }))
  return { hash, language: name, cbor }
}

/** The content of a byte string that holds CBOR (tag 24). */
export const embeddedCbor = (item: CborItem): Uint8Array => {
  if (item.kind !== 'tag' || item.tag !== 24n) throw new Error('encoded CBOR is not tagged as such')
  return bytesIn(item.item, 'encoded CBOR')
}

/**
 * The script that an output carries for others to refer to: `[language, script]`.
 * @throws Error whose message completes a sentence
 */
export const readReferenceScript = (reference: CborItem): LedgerScript => {
  const bytes = embeddedCbor(reference)
  const [language, script] = itemsOf(readCborItem(bytes), 'a script')
  if (script === undefined) throw new Error('a script is not a pair')
  const content = script.kind === 'bytes' ? script.value : bytesOfItem(bytes, script)
  return makeScript(Number(integerIn(language, 'the language of a script')), content)
}

/** The script that an output of this form carries; undefined for one without. */
export const scriptOfOutput = (output: Uint8Array): LedgerScript | undefined => {
  const item = readCborItem(output)
  const reference = item.kind === 'map' ? fieldsOf(item, 'an output').get(3n) : undefined
  return reference === undefined ? undefined : readReferenceScript(reference)
}

/** The native scripts among a transaction's witnesses. */
export const witnessScripts = (
  transaction: Uint8Array,
  { witnesses }: LedgerParts,
): readonly LedgerScript[] =>
  setOf(
    fieldsOf(witnesses, 'the witness set').get(witnessField.nativeScripts),
    'the native scripts',
  ).map((item) => makeScript(0, bytesOfItem(transaction, item)))
