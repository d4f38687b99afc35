import { blake2b } from '@noble/hashes/blake2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { headBytes } from '../../cbor.ts'
import type { KeyHash } from '../../ids.ts'
import { ledgerReferenceScripts, type ProtocolParameters } from '../../parameters.ts'
import { type NativeScript, scriptToCbor } from '../../scripts.ts'
import type { Utxo } from '../../utxo.ts'
import type { Unit } from '../../value.ts'
import { byReference, type SpendableUtxo } from './spendable-utxos.ts'
import { bytes, inputCbor, list, map, mintCbor, outputCbor, set, unsigned } from './encode.ts'
import { bodyField, witnessField } from '../parts/fields.ts'
import type { TransactionOutput, Validity } from './types.ts'

/** The effects of a transaction before it is paid for. Its outputs already have their lovelace. */
export type BodyDraft = {
  readonly outputs: readonly TransactionOutput[]
  readonly mint: ReadonlyMap<Unit, bigint>
  readonly validity: Validity
  readonly script?: NativeScript
  readonly policySigners: ReadonlySet<KeyHash>
  readonly auxiliary?: Uint8Array
  /** Spent in any case, whatever is needed of them. */
  readonly spends?: readonly SpendableUtxo[]
}

/** The parts of a draft in CBOR that do not depend on the payment. */
export type EncodedDraft = {
  readonly draft: BodyDraft
  readonly outputs: readonly Uint8Array[]
  /** The fields of the body after the fee. */
  readonly tail: readonly (readonly [Uint8Array, Uint8Array])[]
  /** What follows the body, unsigned. */
  readonly rest: readonly Uint8Array[]
}

/** A body with its inputs, change and fee, and the size of the transaction once all have signed. */
export type Written = {
  readonly inputs: readonly Utxo[]
  readonly change: readonly TransactionOutput[]
  readonly fee: bigint
  readonly body: Uint8Array
  readonly signers: readonly KeyHash[]
  readonly signedBytes: number
}

const isValid = Uint8Array.of(0xf5)
const nothing = Uint8Array.of(0xf6)

export const encodeDraft = (draft: BodyDraft): EncodedDraft => {
  const { validity, auxiliary, mint } = draft
  // fields in the order of their numbers
  const tail = [
    [bodyField.ttl, unsigned(validity.end)],
    [bodyField.auxiliaryHash, auxiliary && bytes(blake2b(auxiliary, { dkLen: 32 }))],
    [bodyField.start, validity.start === undefined ? undefined : unsigned(validity.start)],
    [bodyField.mint, mint.size === 0 ? undefined : mintCbor(mint)],
  ] as const
  return {
    draft,
    outputs: draft.outputs.map(outputCbor),
    tail: tail.flatMap(([key, value]) => (value ? [[unsigned(key), value] as const] : [])),
    rest: [witnessSet(draft), isValid, auxiliary ?? nothing],
  }
}

/** The script alone, with its original bytes: their hash is the policy ID. */
const witnessSet = ({ script }: BodyDraft): Uint8Array =>
  map(
    script === undefined
      ? []
      : [[unsigned(witnessField.nativeScripts), set([hexToBytes(scriptToCbor(script))])]],
  )

export const writeBody = (
  { draft, outputs, tail, rest }: EncodedDraft,
  spendables: readonly SpendableUtxo[],
  change: readonly TransactionOutput[],
  fee: bigint,
): Written => {
  const inputs = spendables.map(({ utxo }) => utxo).toSorted(byReference)
  const body = map([
    [unsigned(bodyField.inputs), set(inputs.map(inputCbor))],
    [unsigned(bodyField.outputs), list([...outputs, ...change.map(outputCbor)])],
    [unsigned(bodyField.fee), unsigned(fee)],
    ...tail,
  ])
  const signers = [...new Set([...spendables.map(({ key }) => key), ...draft.policySigners])]
  const unsignedBytes = rest.reduce((sum, { length }) => sum + length, 1 + body.length)
  const signedBytes = unsignedBytes + witnessBytes(signers.length)
  return { inputs, change, fee, body, signers, signedBytes }
}

const setTagBytes = 3
/** A key of 32 bytes and a signature of 64, each with its head, in a list. */
const witnessEach = 101

/** What signing adds to the witness set: the field's key, the tag of a set, a pair for each signer. */
const witnessBytes = (signers: number): number =>
  1 + setTagBytes + headBytes(signers) + witnessEach * signers

/** The transaction as it goes to those who sign: `[body, witness set, valid, auxiliary data]`. */
export const unsignedCbor = ({ rest }: EncodedDraft, body: Uint8Array): Uint8Array =>
  list([body, ...rest])

/**
 * The ledger leaves the byte that says "valid" out of the size. It is counted here, as wallets do,
 * which costs `minFeeA` lovelace and is never too little.
 */
const minFee = ({ signedBytes, inputs }: Written, parameters: ProtocolParameters): bigint =>
  parameters.minFeeA * BigInt(signedBytes) +
  parameters.minFeeB +
  referenceScriptsFee(inputs, parameters)

/**
 * The fee depends on the size and the size on the fee: the fee is raised until it suffices.
 * @param write undefined where nothing can be encoded with that fee, nor with a higher one
 */
export const withMinFee = (
  parameters: ProtocolParameters,
  write: (fee: bigint) => Written | undefined,
): Written | undefined => {
  let fee = parameters.minFeeB
  for (;;) {
    const written = write(fee)
    if (written === undefined) return undefined
    const least = minFee(written, parameters)
    if (least <= fee) return written
    fee = least
  }
}

export const transactionHash = (body: Uint8Array): Uint8Array => blake2b(body, { dkLen: 32 })

/**
 * An upper bound of what reference scripts add to the fee. Their size is unknown, but every output
 * must hold at least `coinsPerUtxoByte` for each of its bytes, so its ADA bounds it. The bound
 * exceeds the true fee by at most 0.35% of the spent amount while one price step applies.
 */
const referenceScriptsFee = (inputs: readonly Utxo[], parameters: ProtocolParameters): bigint => {
  const { perByte, stepBytes, steeper } = parameters.referenceScripts ?? ledgerReferenceScripts
  const { numerator, denominator } = steeper
  let bytes = inputs.reduce((sum, input) => sum + maxBytesOf(input, parameters), 0n)
  // A fraction, so that only the sum is rounded.
  let [fee, price, unit] = [0n, perByte, 1n]
  for (; bytes > 0n; bytes -= stepBytes) {
    fee += (bytes < stepBytes ? bytes : stepBytes) * price
    ;[fee, price, unit] = [fee * denominator, price * numerator, unit * denominator]
  }
  return (fee + unit - 1n) / unit
}

const maxBytesOf = (
  { value, isSpecial, hasReferenceScript }: Utxo,
  { coinsPerUtxoByte, maxTxBytes }: ProtocolParameters,
): bigint => {
  if (isSpecial !== true || hasReferenceScript === false) return 0n
  const paidFor = value.lovelace / coinsPerUtxoByte
  const longest = BigInt(maxTxBytes)
  return paidFor < longest ? paidFor : longest
}
