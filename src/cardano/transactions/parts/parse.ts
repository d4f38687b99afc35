import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { readCborItem, simple, type CborItem } from '../../cbor-items.ts'
import { bytesOfItem, fieldsOf, isNull, itemsOf, type Fields } from '../../cbor-access.ts'
import { TxId } from '../../ids.ts'

/** A transaction split into its parts. Every item has its position in `bytes`. */
export type TransactionParts = {
  readonly bytes: Uint8Array
  readonly txId: TxId
  readonly body: CborItem
  readonly fields: Fields
  readonly witnessSet: CborItem
  readonly witnesses: Fields
  readonly auxiliary: CborItem | undefined
  /** False: its Plutus scripts are declared to fail, and only the collateral is taken. */
  readonly isValid: boolean
  /** Transactions of before Alonzo have no flag of validity. */
  readonly hasFlag: boolean
}

/** Far above every ledger's limit, so that an oversized transaction can be inspected. */
const maxBytes = 8 * limits.transactionBytes

export const badTransaction = (reason: string, cause?: unknown): ColdpressError =>
  new ColdpressError('invalid', `transaction: ${reason}`, { cause })

/** Runs a reader; the message of its error becomes the end of a sentence about the transaction. */
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
 * @throws ColdpressError `invalid` for anything but one whole transaction: trailing bytes, a
 * repeated field (two readers could understand it differently), parts of the wrong kind
 */
export const parseTransaction = (bytes: Uint8Array): TransactionParts => {
  if (bytes.length > maxBytes)
    throw badTransaction(
      `${bytes.length} bytes; the ledger takes at most ${limits.transactionBytes}, and more than ${maxBytes} are not read`,
    )
  return reading(() => {
    const parts = itemsOf(readCborItem(bytes), 'it')
    if (parts.length !== 3 && parts.length !== 4)
      throw new Error('it is not a list of body, witnesses, validity and metadata')
    const [body, witnessSet] = parts
    const auxiliary = parts.at(-1)
    const flag = parts.length === 4 ? parts[2] : undefined
    if (body === undefined || witnessSet === undefined || auxiliary === undefined)
      throw new Error('a part is missing')
    return {
      bytes,
      txId: TxId(bytesToHex(blake2b(bytesOfItem(bytes, body), { dkLen: 32 }))),
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
