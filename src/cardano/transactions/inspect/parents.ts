import { reading, parseTransaction } from '../parts/parse.ts'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { readCborItem } from '../../cbor-items.ts'
import { TxId } from '../../ids.ts'
import { bodyField } from '../parts/fields.ts'
import { bytesOfItem, fieldsOf, itemsOf } from '../../cbor-access.ts'
import type { ResolvedInput } from './read.ts'
import { outputIn, type ReadOutput } from './values.ts'

/**
 * The body of a transaction proves its outputs: its Blake2b-256 hash is the transaction's id, which
 * the input that spends an output contains.
 */
export const bodyOf = (transaction: Uint8Array): Uint8Array => {
  const { bytes, body } = parseTransaction(transaction)
  return bytesOfItem(bytes, body)
}

/**
 * Every output of a body, proved by the body's hash.
 * @throws ColdpressError `invalid` for bytes that are no body of an era since Shelley
 */
export const outputsOfBody = (body: Uint8Array): readonly ResolvedInput[] =>
  reading(() => {
    const fields = fieldsOf(readCborItem(body), 'the body of a parent')
    const txId = TxId(bytesToHex(blake2b(body, { dkLen: 32 })))
    const outputs = fields.get(bodyField.outputs)
    const listed = outputs === undefined ? [] : itemsOf(outputs, 'the outputs').map(outputIn)
    const collateralReturn = fields.get(bodyField.collateralReturn)
    // Where the scripts failed, the ledger makes this output alone, behind the last of the others.
    const all = collateralReturn === undefined ? listed : [...listed, outputIn(collateralReturn)]
    return all.map((output, index) => ({ txId, index, ...holdingOf(output), source: 'parent' }))
  })

const holdingOf = ({ address, value, datum, hasReferenceScript }: ReadOutput) => ({
  address: address.text,
  value,
  isSpecial: datum !== 'none' || hasReferenceScript,
})
