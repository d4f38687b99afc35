import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { parseAddress } from '../../addresses.ts'
import { KeyHash } from '../../ids.ts'
import { refText, type Utxo } from '../../utxo.ts'
import type { Unit } from '../../value.ts'
import { addressBytes, compare } from './encode.ts'

/** An output that a signature of `key` alone can spend. */
export type SpendableUtxo = { readonly utxo: Utxo; readonly key: KeyHash }

/** Spendable UTxOs in the order in which they are used. */
export type SpendableUtxos = readonly SpendableUtxo[]

/**
 * The spendable UTxOs, each once: none with a datum or reference script, none at a script or Byron
 * address, which need another kind of witness. UTxOs with only ADA come first, and larger ones
 * before smaller ones, so that few inputs are needed and tokens stay where they are.
 */
export const spendableUtxos = (utxos: readonly Utxo[]): SpendableUtxos => {
  const unique = new Map(utxos.map((utxo) => [refText(utxo), utxo]))
  const keys = new Map<string, KeyHash | undefined>()
  const spendables = [...unique.values()].flatMap((utxo): SpendableUtxo[] => {
    if (!keys.has(utxo.address)) keys.set(utxo.address, keyOfPayment(utxo.address))
    const key = keys.get(utxo.address)
    return key === undefined || utxo.isSpecial === true ? [] : [{ utxo, key }]
  })
  return spendables.toSorted(inOrder)
}

/**
 * All of these UTxOs unchanged: at a key's address a datum does not matter, and a reference script
 * only raises the fee.
 * @throws ColdpressError `invalid` for one that is listed twice or is not at a key's address
 */
export const paymentUtxos = (utxos: readonly Utxo[]): SpendableUtxos => {
  const seen = new Set<string>()
  return utxos.map((utxo) => {
    const ref = refText(utxo)
    const key = keyOfPayment(utxo.address)
    if (seen.has(ref))
      throw new ColdpressError('invalid', `payment ${ref}: it is listed twice; list it once`)
    seen.add(ref)
    if (key === undefined)
      throw new ColdpressError('invalid', `payment ${ref}: it does not lie at an address of a key`)
    return { utxo, key }
  })
}

/** The key that spends from an address; undefined where a single key cannot. */
export const keyOfPayment = (address: string): KeyHash | undefined => {
  const { kind, isScript } = parseAddress(address)
  if (isScript || kind === 'byron' || kind === 'stake') return undefined
  return KeyHash(bytesToHex(addressBytes(address).subarray(1, 29)))
}

const inOrder = ({ utxo: a }: SpendableUtxo, { utxo: b }: SpendableUtxo): number =>
  a.value.assets.size - b.value.assets.size ||
  compareDescending(a.value.lovelace, b.value.lovelace) ||
  byReference(a, b)

const compareDescending = (a: bigint, b: bigint): number => (a > b ? -1 : a < b ? 1 : 0)

/** The ledger's order of inputs. */
export const byReference = (a: Utxo, b: Utxo): number =>
  compare(a.txId, b.txId) || a.index - b.index

/** The UTxOs that are not among `taken`. */
export const withoutUtxos = (utxos: readonly Utxo[], taken: readonly Utxo[]): readonly Utxo[] => {
  const refs = new Set(taken.map(refText))
  return utxos.filter((utxo) => !refs.has(refText(utxo)))
}

/** `spendables` after a transaction: without its inputs, with its change. */
export const spendablesAfter = (
  spendables: SpendableUtxos,
  spent: readonly Utxo[],
  change: readonly Utxo[],
): SpendableUtxos => {
  const gone = new Set(spent.map(refText))
  const kept = spendables.filter(({ utxo }) => !gone.has(refText(utxo)))
  return [...kept, ...spendableUtxos(change)].toSorted(inOrder)
}

/**
 * UTxOs that together hold these tokens, those with most of a token first.
 * @throws ColdpressError `conflict` that says how many of which token are missing
 */
export const spendablesWith = (
  spendables: SpendableUtxos,
  needed: ReadonlyMap<Unit, bigint>,
): readonly SpendableUtxo[] => {
  const chosen = new Set<SpendableUtxo>()
  for (const [unit, quantity] of needed) {
    const held = (spendable: SpendableUtxo): bigint => spendable.utxo.value.assets.get(unit) ?? 0n
    let missing = [...chosen].reduce((rest, spendable) => rest - held(spendable), quantity)
    const holders = spendables.filter((spendable) => held(spendable) > 0n && !chosen.has(spendable))
    for (const spendable of holders.toSorted((a, b) => compareDescending(held(a), held(b)))) {
      if (missing <= 0n) break
      chosen.add(spendable)
      missing -= held(spendable)
    }
    if (missing > 0n)
      throw new ColdpressError(
        'conflict',
        `funding: ${missing} of the token ${unit} ${missing === 1n ? 'is' : 'are'} missing; it must lie at an address that pays`,
        { details: { unit, missing: String(missing) } },
      )
  }
  return [...chosen]
}
