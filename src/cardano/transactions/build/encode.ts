import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { readBech32 } from '../../bech32.ts'
import { major, writeHead } from '../../cbor.ts'
import { setTag } from '../../cbor-access.ts'
import type { PolicyId } from '../../ids.ts'
import type { OutputRef } from '../../utxo.ts'
import { nameHexOf, policyOf, type Unit, type Value } from '../../value.ts'
import type { TransactionOutput } from './types.ts'

/**
 * Transactions are encoded here piece by piece, not with the library's objects: how many tokens fit
 * depends on measured bytes, a script must keep the bytes of its policy ID, and nothing is encoded
 * a second time. Tests compare the result with the library.
 */

const most = 2n ** 64n - 1n

/** @throws ColdpressError `invalid` for an amount that no output can hold */
export const unsigned = (amount: bigint): Uint8Array => {
  if (amount >= 0n && amount <= most) return writeHead(major.unsigned, amount)
  throw new ColdpressError('invalid', `amount: ${amount} is not between 0 and ${most}`)
}

export const bytes = (content: Uint8Array): Uint8Array =>
  concatBytes(writeHead(major.bytes, content.length), content)

export const list = (items: readonly Uint8Array[]): Uint8Array =>
  concatBytes(writeHead(major.list, items.length), ...items)

export const map = (entries: readonly (readonly [Uint8Array, Uint8Array])[]): Uint8Array =>
  concatBytes(writeHead(major.map, entries.length), ...entries.flat())

/** A list tagged as a set, as cardano-cli and the library write it since Conway. */
export const set = (items: readonly Uint8Array[]): Uint8Array =>
  concatBytes(writeHead(major.tag, setTag), list(items))

/** A transaction names few addresses, each many times while its fee and change are found. */
const decoded = new Map<string, Uint8Array>()
const maxCached = 256

/** @throws ColdpressError `invalid` for an address of Byron times or text that is no address */
export const addressBytes = (address: string): Uint8Array => {
  const known = decoded.get(address)
  if (known !== undefined) return known
  const read = readBech32(address)
  if (read.outcome !== 'read')
    throw new ColdpressError('invalid', 'address: not a Shelley address (addr1… or addr_test1…)')
  if (decoded.size === maxCached) decoded.clear()
  decoded.set(address, read.bytes)
  return read.bytes
}

export const inputCbor = ({ txId, index }: OutputRef): Uint8Array =>
  list([bytes(hexToBytes(txId)), unsigned(BigInt(index))])

/** The form without datum and script, which is a byte or two shorter than the one with a map. */
export const outputCbor = ({ address, value }: TransactionOutput): Uint8Array =>
  list([bytes(addressBytes(address)), valueCbor(value)])

export const valueCbor = ({ lovelace, assets }: Value): Uint8Array =>
  assets.size === 0
    ? unsigned(lovelace)
    : list([unsigned(lovelace), assetsCbor(assets, (quantity) => unsigned(quantity))])

/** What is minted; burned quantities are negative. */
export const mintCbor = (mint: ReadonlyMap<Unit, bigint>): Uint8Array =>
  assetsCbor(mint, (quantity) =>
    quantity < 0n ? writeHead(major.negative, -1n - quantity) : unsigned(quantity),
  )

/** Policies and names in canonical order, which hardware wallets insist on (CIP-21). */
const assetsCbor = (
  assets: ReadonlyMap<Unit, bigint>,
  quantityCbor: (quantity: bigint) => Uint8Array,
): Uint8Array => {
  const policies = new Map<PolicyId, (readonly [Uint8Array, Uint8Array])[]>()
  for (const [unit, quantity] of [...assets].toSorted(([a], [b]) => canonical(a, b))) {
    const policy = policyOf(unit)
    const names = policies.get(policy) ?? []
    names.push([bytes(hexToBytes(nameHexOf(unit))), quantityCbor(quantity)])
    policies.set(policy, names)
  }
  return map([...policies].map(([policy, names]) => [bytes(hexToBytes(policy)), map(names)]))
}

const policyDigits = 56

/** By policy, then the shorter name, then the name. */
const canonical = (a: Unit, b: Unit): number => {
  const policy = compare(a.slice(0, policyDigits), b.slice(0, policyDigits))
  return policy === 0 ? a.length - b.length || compare(a, b) : policy
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
