import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError, isColdpressError, messageOf } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { readCborItem, simple, type CborItem } from '#core/cardano/cbor-items.ts'
import { TxId } from '#core/cardano/ids.ts'
import type { Credential } from './addresses.ts'

/** A CBOR map whose keys are whole numbers, each once. */
export type Fields = ReadonlyMap<bigint, CborItem>

/** A transaction taken apart and not yet understood; every item knows its place in `bytes`. */
export type TransactionParts = {
  readonly bytes: Uint8Array
  readonly txId: TxId
  readonly body: CborItem
  readonly fields: Fields
  readonly witnessSet: CborItem
  readonly witnesses: Fields
  readonly auxiliary: CborItem | undefined
  /** False: its Plutus scripts are said to fail, and only the collateral is taken. */
  readonly isValid: boolean
  /** Transactions of before Alonzo have no flag of validity. */
  readonly hasFlag: boolean
}

/** Far above what any ledger takes, so that also an oversized transaction can be looked at. */
const maxBytes = 8 * limits.transactionBytes

export const badTransaction = (reason: string, cause?: unknown): ColdpressError =>
  new ColdpressError('invalid', `transaction: ${reason}`, { cause })

/** Runs a reader; an error that it names becomes the end of a sentence about the transaction. */
export const reading = <T>(read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (isColdpressError(error, 'invalid') && error.message.startsWith('transaction: ')) throw error
    throw badTransaction(
      `it cannot be read: ${messageOf(error)}; ask for it again, for nothing in it can be trusted`,
      error,
    )
  }
}

/**
 * @throws ColdpressError `invalid` for anything but one whole transaction: other bytes behind it, a
 * field named twice (two readers could then understand two things), parts of the wrong kind
 */
export const parseTransaction = (bytes: Uint8Array): TransactionParts => {
  if (bytes.length > maxBytes)
    throw badTransaction(
      `${bytes.length} bytes; the ledger takes at most ${limits.transactionBytes}, and more than ${maxBytes} are not read`,
    )
  return reading(() => {
    const parts = listOf(readCborItem(bytes), 'it')
    if (parts.length !== 3 && parts.length !== 4)
      throw new Error('it is not a list of body, witnesses, validity and metadata')
    const [body, witnessSet] = parts
    const auxiliary = parts.at(-1)
    const flag = parts.length === 4 ? parts[2] : undefined
    if (body === undefined || witnessSet === undefined || auxiliary === undefined)
      throw new Error('a part is missing')
    return {
      bytes,
      txId: TxId(bytesToHex(blake2b(cut(bytes, body), { dkLen: 32 }))),
      body,
      fields: fieldsOf(body, 'the body'),
      witnessSet,
      witnesses: fieldsOf(witnessSet, 'the witness set'),
      auxiliary: isNull(auxiliary) ? undefined : auxiliary,
      isValid: flag === undefined || readFlag(flag),
      hasFlag: flag !== undefined,
    }
  })
}

const readFlag = (item: CborItem): boolean => {
  if (item.kind === 'simple' && item.value === simple.true) return true
  if (item.kind === 'simple' && item.value === simple.false) return false
  throw new Error('its third part is neither true nor false')
}

export const isNull = (item: CborItem): boolean =>
  item.kind === 'simple' && item.value === simple.null

/** The bytes of an item as they stand. */
export const cut = (bytes: Uint8Array, { start, end }: CborItem): Uint8Array =>
  bytes.subarray(start, end)

/** The fields of a map by number. */
export const fieldsOf = (item: CborItem, what: string): Fields => {
  if (item.kind !== 'map') throw new Error(`${what} is not a map`)
  const fields = new Map<bigint, CborItem>()
  for (const { key, value } of item.entries) {
    if (key.kind !== 'int') throw new Error(`a field of ${what} is not named by a number`)
    if (fields.has(key.value)) throw new Error(`${what} has field ${key.value} twice`)
    fields.set(key.value, value)
  }
  return fields
}

export const listOf = (item: CborItem | undefined, what: string): readonly CborItem[] => {
  if (item?.kind !== 'list') throw new Error(`${what} is not a list`)
  return item.items
}

/** Conway writes sets as lists under a tag, earlier eras as plain lists. */
const setTag = 258n

export const setOf = (item: CborItem | undefined, what: string): readonly CborItem[] => {
  if (item === undefined) return []
  return listOf(item.kind === 'tag' && item.tag === setTag ? item.item : item, what)
}

export const bytesIn = (item: CborItem | undefined, what: string, length?: number): Uint8Array => {
  if (item?.kind !== 'bytes') throw new Error(`${what} is not a byte string`)
  if (length !== undefined && item.value.length !== length)
    throw new Error(`${what} is not ${length} bytes`)
  return item.value
}

export const hexIn = (item: CborItem | undefined, what: string, length?: number): string =>
  bytesToHex(bytesIn(item, what, length))

const max64 = 2n ** 64n - 1n

/** A number from 0 to 2^64 - 1, as amounts and slots are. */
export const unsignedIn = (item: CborItem | undefined, what: string): bigint => {
  if (item?.kind !== 'int' || item.value < 0n || item.value > max64)
    throw new Error(`${what} is not a number from 0 to 2^64 - 1`)
  return item.value
}

/** Entries of a map whose keys are read by `keyOf`, each key once. */
export const entriesOf = (
  item: CborItem,
  what: string,
  keyOf: (key: CborItem) => string,
): readonly (readonly [string, CborItem])[] => {
  if (item.kind !== 'map') throw new Error(`${what} is not a map`)
  const entries = item.entries.map(({ key, value }) => [keyOf(key), value] as const)
  if (new Set(entries.map(([key]) => key)).size !== entries.length)
    throw new Error(`${what} names one thing twice`)
  return entries
}

/** Who must agree, by key or script (conway.cddl, `credential`). */
export const credentialIn = (item: CborItem | undefined): Extract<Credential, { hash: string }> => {
  const [kind, hash] = item?.kind === 'list' ? item.items : []
  return {
    kind: unsignedIn(kind, 'the kind of a credential') === 0n ? 'key' : 'script',
    hash: hexIn(hash, 'the hash of a credential', 28),
  }
}
