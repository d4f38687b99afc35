import { hexToBytes } from '@noble/hashes/utils.js'
import type { AssetAmount } from '#contract/signing/transactions.ts'
import type { CborItem } from '../../cbor-items.ts'
import { PolicyId, TxId } from '../../ids.ts'
import type { OutputRef } from '../../utxo.ts'
import { nameHexOf, policyOf, unitOf, type Unit, type Value } from '../../value.ts'
import { addressOfBytes, type KnownAddress } from './addresses.ts'
import {
  bytesIn,
  entriesOf,
  fieldsOf,
  hexIn,
  itemsOf,
  setOf,
  unsignedIn,
} from '../../cbor-access.ts'

export type ReadOutput = {
  readonly address: KnownAddress
  readonly value: Value
  readonly datum: 'none' | 'hash' | 'inline'
  readonly hasReferenceScript: boolean
}

export const inputsIn = (item: CborItem | undefined, what: string): readonly OutputRef[] =>
  setOf(item, what).map((input) => inputIn(input, `one of ${what}`))

export const inputIn = (item: CborItem | undefined, what: string): OutputRef => {
  const [txId, index, ...more] = itemsOf(item, what)
  if (more.length > 0) throw new Error(`${what} is not an id and an index`)
  const number = unsignedIn(index, `the index of ${what}`)
  if (number > 0xffffn) throw new Error(`the index of ${what} is above 65535`)
  return { txId: TxId(hexIn(txId, `the id of ${what}`, 32)), index: Number(number) }
}

export const outputIn = (item: CborItem): ReadOutput =>
  item.kind === 'list' ? legacyOutput(item.items) : mapOutput(item)

/** Before Babbage: address, value, and perhaps the hash of a datum. */
const legacyOutput = ([address, value, datum, ...more]: readonly CborItem[]): ReadOutput => {
  if (more.length > 0) throw new Error('an output has too many parts')
  if (datum !== undefined) bytesIn(datum, 'the datum hash of an output', 32)
  return {
    address: addressIn(address),
    value: valueIn(value),
    datum: datum === undefined ? 'none' : 'hash',
    hasReferenceScript: false,
  }
}

const mapOutput = (item: CborItem): ReadOutput => {
  const fields = fieldsOf(item, 'an output')
  for (const field of fields.keys())
    if (field < 0n || field > 3n) throw new Error(`an output has an unknown field ${field}`)
  return {
    address: addressIn(fields.get(0n)),
    value: valueIn(fields.get(1n)),
    datum: datumIn(fields.get(2n)),
    hasReferenceScript: fields.has(3n),
  }
}

const datumIn = (item: CborItem | undefined): ReadOutput['datum'] => {
  if (item === undefined) return 'none'
  const [kind] = itemsOf(item, 'the datum of an output')
  return unsignedIn(kind, 'the kind of a datum') === 0n ? 'hash' : 'inline'
}

const addressIn = (item: CborItem | undefined): KnownAddress => {
  const address = addressOfBytes(bytesIn(item, 'the address of an output'))
  if (address.isStake) throw new Error('an output goes to a stake address')
  return address
}

const valueIn = (item: CborItem | undefined): Value => {
  if (item?.kind !== 'list')
    return { lovelace: unsignedIn(item, 'the ADA of an output'), assets: new Map() }
  const [lovelace, assets, ...more] = item.items
  if (assets === undefined || more.length > 0) throw new Error('the value of an output is no pair')
  const held = assetsIn(assets, 'the tokens of an output')
  for (const quantity of held.values())
    if (quantity < 0n || quantity >= 2n ** 64n)
      throw new Error('an output holds an impossible number of tokens')
  return { lovelace: unsignedIn(lovelace, 'the ADA of an output'), assets: held }
}

/** Quantities by asset, negative ones too. */
export const assetsIn = (item: CborItem, what: string): ReadonlyMap<Unit, bigint> => {
  const assets = new Map<Unit, bigint>()
  for (const [policyId, names] of entriesOf(item, what, (key) => hexIn(key, 'a policy ID', 28)))
    for (const [name, quantity] of entriesOf(names, what, assetName)) {
      if (quantity.kind !== 'int') throw new Error('a quantity of tokens is not a number')
      assets.set(unitOf(PolicyId(policyId), name), quantity.value)
    }
  return assets
}

const assetName = (key: CborItem): string => {
  const hex = hexIn(key, 'an asset name')
  if (hex.length > 64) throw new Error('an asset name is longer than 32 bytes')
  return hex
}

export const assetAmountOf = (unit: Unit, quantity: bigint): AssetAmount => ({
  policyId: policyOf(unit),
  nameHex: nameHexOf(unit),
  name: readableName(nameHexOf(unit)),
  quantity: String(quantity),
})

export const assetAmounts = (assets: ReadonlyMap<Unit, bigint>): AssetAmount[] =>
  [...assets].map(([unit, quantity]) => assetAmountOf(unit, quantity))

/** Controls, invisible characters and those that turn the direction of what follows. */
const unreadable = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

/** An asset name as text, where it is UTF-8 that can be shown. */
export const readableName = (nameHex: string): string | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      hexToBytes(nameHex),
    )
    return text === '' || unreadable.test(text) ? null : text
  } catch {
    return null
  }
}
