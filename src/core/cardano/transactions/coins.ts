import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError } from '../../../shared/errors.ts'
import { parseAddress } from '../addresses.ts'
import { KeyHash } from '../ids.ts'
import { refText, type Utxo } from '../utxo.ts'
import type { Unit } from '../value.ts'
import { addressBytes, compare } from './encode.ts'

/** An output that a signature of `key` alone can spend. */
export type Coin = { readonly utxo: Utxo; readonly key: KeyHash }

/** What may be spent, in the order in which it is taken. */
export type Purse = readonly Coin[]

/**
 * The outputs that may be spent, each once: none that is special, and none at an address of a script
 * or of Byron times, which want another witness. Those with nothing but ADA come first, the largest
 * before the others, so that few inputs are needed and tokens stay where they are.
 */
export const purseOf = (utxos: readonly Utxo[]): Purse => {
  const unique = new Map(utxos.map((utxo) => [refText(utxo), utxo]))
  const keys = new Map<string, KeyHash | undefined>()
  const coins = [...unique.values()].flatMap((utxo): Coin[] => {
    if (!keys.has(utxo.address)) keys.set(utxo.address, paymentKeyOf(utxo.address))
    const key = keys.get(utxo.address)
    return key === undefined || utxo.isSpecial === true ? [] : [{ utxo, key }]
  })
  return coins.toSorted(inOrder)
}

/**
 * All of these and each as it is: for a datum at an address of a key nobody asks, and a reference
 * script only makes the fee higher.
 * @throws ColdpressError `invalid` for one that is listed twice or lies at no address of a key
 */
export const coinsOf = (utxos: readonly Utxo[]): Purse => {
  const seen = new Set<string>()
  return utxos.map((utxo) => {
    const ref = refText(utxo)
    const key = paymentKeyOf(utxo.address)
    if (seen.has(ref))
      throw new ColdpressError('invalid', `payment ${ref}: it is listed twice; list it once`)
    seen.add(ref)
    if (key === undefined)
      throw new ColdpressError('invalid', `payment ${ref}: it does not lie at an address of a key`)
    return { utxo, key }
  })
}

/** The key that spends from an address, or undefined where no key alone can. */
export const paymentKeyOf = (address: string): KeyHash | undefined => {
  const { kind, isScript } = parseAddress(address)
  if (isScript || kind === 'byron' || kind === 'stake') return undefined
  return KeyHash(bytesToHex(addressBytes(address).subarray(1, 29)))
}

const inOrder = ({ utxo: a }: Coin, { utxo: b }: Coin): number =>
  a.value.assets.size - b.value.assets.size ||
  descending(a.value.lovelace, b.value.lovelace) ||
  byReference(a, b)

const descending = (a: bigint, b: bigint): number => (a > b ? -1 : a < b ? 1 : 0)

/** As the ledger orders a set of inputs. */
export const byReference = (a: Utxo, b: Utxo): number =>
  compare(a.txId, b.txId) || a.index - b.index

/** `purse` after a transaction: without what it spent, with what it gave back. */
export const purseAfter = (
  purse: Purse,
  spent: readonly Utxo[],
  change: readonly Utxo[],
): Purse => {
  const gone = new Set(spent.map(refText))
  const kept = purse.filter(({ utxo }) => !gone.has(refText(utxo)))
  return [...kept, ...purseOf(change)].toSorted(inOrder)
}

/**
 * Coins that together hold these tokens, those with most of a token first.
 * @throws ColdpressError `conflict` that says how many of which token are missing
 */
export const coinsWith = (purse: Purse, needed: ReadonlyMap<Unit, bigint>): readonly Coin[] => {
  const chosen = new Set<Coin>()
  for (const [unit, quantity] of needed) {
    const held = (coin: Coin): bigint => coin.utxo.value.assets.get(unit) ?? 0n
    let missing = [...chosen].reduce((rest, coin) => rest - held(coin), quantity)
    const holders = purse.filter((coin) => held(coin) > 0n && !chosen.has(coin))
    for (const coin of holders.toSorted((a, b) => descending(held(a), held(b)))) {
      if (missing <= 0n) break
      chosen.add(coin)
      missing -= held(coin)
    }
    if (missing > 0n)
      throw new ColdpressError(
        'conflict',
        `funding: ${missing} of the token ${unit} are missing; it must lie at an address that pays`,
        { details: { unit, missing: String(missing) } },
      )
  }
  return [...chosen]
}
