import { base58 } from '@scure/base'
import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { parseAddress } from '#cardano/addresses.ts'
import { writeBech32 } from '#cardano/bech32.ts'
import {
  bytesIn,
  bytesOfItem,
  fieldsOf,
  hexIn,
  integerIn,
  itemsOf,
  mapIn,
  setOf,
} from '#cardano/cbor-access.ts'
import { readCborItem, type CborItem } from '#cardano/cbor-items.ts'
import { withCsl } from '#cardano/csl.ts'
import { PolicyId, TxId } from '#cardano/ids.ts'
import type { OutputRef } from '#cardano/utxo.ts'
import { bodyField } from '#cardano/transactions/parts/fields.ts'
import { noAssets, unitOf, type Unit, type Value } from '#cardano/value.ts'

import { writeMetadataJson } from '#cardano/metadata-json.ts'
import { embeddedCbor, readReferenceScript } from './ledger-script.ts'
import { checkStrictForm, type LedgerParts } from './strict-form.ts'
import type { Transaction, LedgerOutput } from './transaction.ts'

/**
 * Reads a signed transaction and checks its form, as a node's decoder does.
 * @throws ColdpressError `invalid` with the one thing that is wrong
 */
export const readLedgerTransaction = (cbor: Uint8Array): Transaction => {
  try {
    const parts = readLedgerParts(cbor)
    checkStrictForm(parts)
    return transactionOf(cbor, parts)
  } catch (error) {
    throw new ColdpressError('invalid', `The transaction cannot be read: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** @throws Error whose message completes a sentence */
export const readLedgerParts = (cbor: Uint8Array): LedgerParts => {
  const [body, witnesses, isValid, auxiliary, ...more] = itemsOf(readCborItem(cbor), 'it')
  if (
    body === undefined ||
    witnesses === undefined ||
    isValid === undefined ||
    auxiliary === undefined ||
    more.length > 0
  )
    throw new Error('it is not a list of body, witnesses, validity and metadata')
  return { body, witnesses, isValid, auxiliary }
}

const transactionOf = (cbor: Uint8Array, { body, auxiliary }: LedgerParts): Transaction => {
  const fields = fieldsOf(body, 'the body')
  const number = (field: bigint, what: string) => {
    const item = fields.get(field)
    return item === undefined ? undefined : integerIn(item, what)
  }
  const mint = fields.get(bodyField.mint)
  const inputs = setOf(fields.get(bodyField.inputs), 'the inputs')
  if (inputs.length === 0) throw new Error('it has no inputs')
  const outputs = itemsOf(fields.get(bodyField.outputs), 'the outputs').map((item) =>
    readOutput(item, cbor),
  )
  return {
    id: idOf(cbor),
    cbor,
    inputs: inputs.map(refOf),
    references: setOf(fields.get(bodyField.referenceInputs), 'the reference inputs').map(refOf),
    outputs,
    fee: number(bodyField.fee, 'the fee') ?? 0n,
    invalidBefore: number(bodyField.start, 'a slot of its validity'),
    invalidHereafter: number(bodyField.ttl, 'a slot of its validity'),
    mint: mint === undefined ? noAssets : assetsOf(mint),
    metadata: writeMetadataJson(auxiliary),
  }
}

/**
 * The library that wallets use also reads it. It rejects what scalus does not check, such as
 * metadata text over 64 bytes and unknown fields.
 */
const idOf = (cbor: Uint8Array): TxId =>
  withCsl((csl, own) =>
    TxId(own(own(csl.FixedTransaction.from_bytes(cbor)).transaction_hash()).to_hex()),
  )

const refOf = (item: CborItem): OutputRef => {
  const [id, index] = itemsOf(item, 'an input')
  return {
    txId: TxId(hexIn(id, 'the id of an input')),
    index: Number(integerIn(index, 'the index of an input')),
  }
}

/**
 * Reads one output, in its older form of a list or in the newer one of a map.
 * @param source the bytes that `item` was read from
 * @throws Error whose message completes a sentence
 */
export const readOutput = (item: CborItem, source: Uint8Array): LedgerOutput => {
  const parts =
    item.kind === 'map'
      ? fieldsOf(item, 'an output')
      : new Map(itemsOf(item, 'an output').map((part, index) => [BigInt(index), part]))
  const [address, value, datum, script] = [0n, 1n, 2n, 3n].map((part) => parts.get(part))
  if (address === undefined || value === undefined) throw new Error('an output lacks a part')
  const [kind, data] =
    datum === undefined || datum.kind === 'bytes' ? [] : itemsOf(datum, 'a datum')
  const isInline = kind !== undefined && integerIn(kind, 'the kind of a datum') === 1n
  const hash = datum?.kind === 'bytes' ? datum : data
  return {
    address: addressText(bytesIn(address, 'the address of an output')),
    value: valueOf(value),
    cbor: bytesOfItem(source, item),
    dataHash: hash === undefined || isInline ? null : hexIn(hash, 'the hash of a datum'),
    inlineDatum: isInline && data !== undefined ? bytesToHex(embeddedCbor(data)) : null,
    scriptHash: script === undefined ? null : readReferenceScript(script).hash,
  }
}

const valueOf = (item: CborItem): Value => {
  if (item.kind === 'int') return { lovelace: item.value, assets: noAssets }
  const [lovelace, assets] = itemsOf(item, 'an amount')
  if (assets === undefined) throw new Error('an amount is not a pair')
  return { lovelace: integerIn(lovelace, 'the ADA of an output'), assets: assetsOf(assets) }
}

const assetsOf = (item: CborItem): ReadonlyMap<Unit, bigint> =>
  new Map(
    mapIn(item, 'the assets').flatMap(({ key: policy, value: names }) => {
      const policyId = PolicyId(hexIn(policy, 'a policy ID'))
      return mapIn(names, 'the assets').map(
        ({ key, value }) =>
          [
            unitOf(policyId, hexIn(key, 'an asset name')),
            integerIn(value, 'a quantity of tokens'),
          ] as const,
      )
    }),
  )

/**
 * The address of an output, complete and payable (CIP-19): scalus accepts a stake address, and the
 * other reader crashes on an empty one.
 */
const addressText = (bytes: Uint8Array): string => {
  const [header] = bytes
  if (header === undefined) throw new Error('an output has an empty address')
  const isByron = header >> 4 === 8
  const prefix = (header & 0x0f) === 1 ? 'addr' : 'addr_test'
  return parseAddress(isByron ? base58.encode(bytes) : writeBech32(prefix, bytes)).bech32
}
