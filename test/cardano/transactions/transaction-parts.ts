import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { lockSlotOf, scriptFromCbor, scriptFromJson, scriptToCbor } from '#cardano/scripts.ts'
import { minLovelace } from '#cardano/transactions/build/outputs.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import { TxId } from '#cardano/ids.ts'
import { signBody } from '#cardano/keys.ts'
import {
  entriesOf,
  get,
  listOf,
  numberOf,
  put,
  readEditable,
  writeEditable,
  type Editable,
} from './editable.ts'
import { all, everyone, keyOf, parameters, sig } from './ingredients.ts'

/** The body's fields (ledger, conway.cddl). */
export const field = {
  inputs: 0n,
  outputs: 1n,
  fee: 2n,
  end: 3n,
  hash: 7n,
  start: 8n,
  mint: 9n,
} as const
export const networkField = 15n
export const witnessKeys = 0n
export const scripts = 1n

/** A transaction taken apart: `built` is what it came from. */
type Parts = {
  built: BuiltTransaction
  body: Editable
  witnesses: Editable
  valid: Editable
  auxiliary: Editable
}

/** Whether the mutation applies to this transaction; it changes the parts where it does. */
type Change = (parts: Parts) => boolean

/** `because`: what the ledger says of it. */
export type Reasoned = { readonly because: RegExp; readonly change: Change }

export const done =
  (change: (parts: Parts) => unknown): Change =>
  (parts) => {
    change(parts)
    return true
  }

export const outputs = ({ body }: Parts): Editable[] => listOf(get(body, field.outputs))
export const outputAt = (parts: Parts, at: number): Editable[] => listOf(outputs(parts).at(at))

/** Adds lovelace to the output at `at`; -1 is the change. */
export const addLovelace = (parts: Parts, at: number, amount: bigint): void => {
  const output = outputAt(parts, at)
  const value = output[1]
  if (typeof value === 'bigint') output[1] = value + amount
  else {
    const held = listOf(value)
    held[0] = numberOf(held[0]) + amount
  }
}

export const moveLovelace = (parts: Parts, amount: bigint): void => {
  addLovelace(parts, 0, -amount)
  addLovelace(parts, -1, amount)
}

export const setFee = (parts: Parts, fee: bigint): void => {
  const old = numberOf(get(parts.body, field.fee))
  put(parts.body, field.fee, fee)
  addLovelace(parts, -1, old - fee)
}

/** For changes that take more bytes: the fee is not what they are refused for. */
export const payMore = (parts: Parts): void => setFee(parts, parts.built.fee + 10_000n)

export const names = (assets: Editable | undefined): [Editable, Editable][] =>
  entriesOf(entriesOf(assets)[0]?.[1])

export const hasMint = ({ built }: Parts): boolean => built.mint.size > 0
export const hasMetadata = ({ auxiliary }: Parts): boolean =>
  typeof auxiliary === 'object' && 'entries' in auxiliary
/** Where the first output holds tokens and is not the change. */
export const givesTokens = ({ built }: Parts): boolean =>
  (built.outputs[0]?.value.assets.size ?? 0) > 0 && built.outputs.length > built.change.length

export const hasSeveralOutputs = ({ built }: Parts): boolean => built.outputs.length > 1

/** What the first output holds beyond the least. */
export const moreThanLeast = ({ built }: Parts): bigint => {
  const [first] = built.outputs
  return first === undefined ? 0n : first.value.lovelace - minLovelace(first, parameters)
}

export const when =
  (applies: (parts: Parts) => boolean, change: (parts: Parts) => unknown): Change =>
  (parts) => {
    const does = applies(parts)
    if (does) change(parts)
    return does
  }

export const mintNames = ({ body }: Parts): [Editable, Editable][] => names(get(body, field.mint))

export const rehash = (parts: Parts): void =>
  put(parts.body, field.hash, blake2b(writeEditable(parts.auxiliary), { dkLen: 32 }))

/** Metadata as long as given, as it would be with a fee that is right for it. */
export const growMetadata = (parts: Parts, bytes: number): void => {
  const pieces = Array.from({ length: Math.ceil(bytes / 66) }, () => 'x'.repeat(64))
  entriesOf(parts.auxiliary).push([1n, pieces])
  rehash(parts)
  setFee(parts, parts.built.fee + BigInt(bytes * 2) * parameters.minFeeA)
}

export const otherScript = (): Editable =>
  readEditable(hexToBytes(scriptToCbor(scriptFromJson(all(sig(keyOf('payer')))))))
export const scriptList = ({ witnesses }: Parts): Editable[] => listOf(get(witnesses, scripts))

export const locks = (parts: Parts): boolean => {
  const [script] = hasMint(parts) ? scriptList(parts) : []
  if (script === undefined) return false
  return lockSlotOf(scriptFromCbor(bytesToHex(writeEditable(script)))) !== undefined
}

export const partsOf = (built: BuiltTransaction): Parts => {
  const [body, witnesses, valid, auxiliary] = listOf(readEditable(built.cbor))
  if (body === undefined || witnesses === undefined || valid === undefined)
    throw new Error('not a transaction')
  if (auxiliary === undefined) throw new Error('not a transaction')
  return { built, body, witnesses, valid, auxiliary }
}

export const written = ({ body, witnesses, valid, auxiliary }: Parts): Uint8Array =>
  writeEditable([body, witnesses, valid, auxiliary])

/** By hand: the library reads what it signs, and refuses some of what is to be judged. */
export const sign = ({ built, body, witnesses }: Parts): void => {
  const txId = TxId(bytesToHex(blake2b(writeEditable(body), { dkLen: 32 })))
  const pairs = everyone
    .filter(({ keyHash }) => built.requiredSigners.includes(keyHash))
    .map((key) => signBody(key, txId))
    .map(({ publicKey, signature }) => [hexToBytes(publicKey), hexToBytes(signature)])
  put(witnesses, witnessKeys, { tag: 258n, item: pairs })
}

export const signedParts = (built: BuiltTransaction): Parts => {
  const parts = partsOf(built)
  sign(parts)
  return parts
}

export const witnessesOf = ({ witnesses }: Parts): Editable[] => listOf(get(witnesses, witnessKeys))
