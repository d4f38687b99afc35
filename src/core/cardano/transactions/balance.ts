import { TxId } from '../ids.ts'
import type { ProtocolParameters } from '../parameters.ts'
import type { Utxo } from '../utxo.ts'
import { difference, lovelaceOnly, sumOf, type Value } from '../value.ts'
import { encodeDraft, withLeastFee, writeBody, type EncodedDraft, type Written } from './body.ts'
import type { Draft } from './body.ts'
import { coinsWith, purseOf, type Coin, type Purse } from './coins.ts'
import { leastLovelace, tokenOutputs, withLovelace } from './outputs.ts'
import type { TransactionOutput } from './types.ts'

export type Paying = { readonly parameters: ProtocolParameters; readonly changeAddress: string }

/** A draft that is paid for: nothing in it changes any more. */
export type Balanced = Written & { readonly encoded: EncodedDraft }

/** Lovelace that is missing: in one more output at the change address, or in an input that is there. */
export class Shortfall {
  readonly inOneMore: bigint
  readonly inPlace: bigint

  constructor(inOneMore: bigint, inPlace: bigint) {
    this.inOneMore = inOneMore
    this.inPlace = inPlace
  }
}

/**
 * Pays for a draft: takes coins until they cover outputs, fee and a change that can stand on its
 * own. Change is never given away as fee.
 * @throws ColdpressError `conflict` when the purse lacks a token
 */
export const balance = (draft: Draft, purse: Purse, paying: Paying): Balanced | Shortfall => {
  const encoded = encodeDraft(draft)
  const spent = spentBy(draft)
  const needed = new Map([...spent.assets].filter(([, quantity]) => quantity > 0n))
  const chosen = [...(draft.spendsAll === true ? purse : coinsWith(purse, needed))]
  const others = purse.filter((coin) => !chosen.includes(coin)).values()
  for (;;) {
    const rest = restOf(chosen, spent)
    const written = settle(encoded, chosen, rest, paying)
    if (written !== undefined) return { ...written, encoded }
    const { value: coin } = others.next()
    if (coin === undefined) return shortfall(encoded, chosen, rest, paying)
    chosen.push(coin)
  }
}

/** What the inputs must bring besides fee and change: what the outputs hold less what is minted. */
const spentBy = ({ outputs, mint }: Draft): Value =>
  difference(sumOf(outputs.map(({ value }) => value)), { lovelace: 0n, assets: mint })

const restOf = (coins: readonly Coin[], spent: Value): Value =>
  difference(sumOf(coins.map(({ utxo }) => utxo.value)), spent)

const settle = (
  encoded: EncodedDraft,
  coins: readonly Coin[],
  rest: Value,
  paying: Paying,
): Written | undefined => {
  const { parameters } = paying
  // No fee is below this, so nothing needs to be written to know that it does not suffice.
  if (coins.length === 0 || rest.lovelace < parameters.minFeeB) return undefined
  const tokens = tokenOutputs(paying.changeAddress, rest.assets, parameters)
  for (const changeOf of changeShapes(tokens, paying)) {
    const written = withLeastFee(parameters, (fee) => {
      const change = changeOf(rest.lovelace - fee)
      return change && writeBody(encoded, coins, change, fee)
    })
    if (written !== undefined && isWhole(written, rest)) return written
  }
  return undefined
}

/** Nothing is left that neither the change nor the fee says. */
const isWhole = ({ change, fee }: Written, rest: Value): boolean =>
  change.reduce((left, { value }) => left - value.lovelace, rest.lovelace - fee) === 0n

/** Spreads lovelace over the change; undefined where it does not suffice for that. */
type ChangeShape = (lovelace: bigint) => readonly TransactionOutput[] | undefined

/**
 * The ways in which change may stand, the best first: lovelace in an output without tokens, which
 * the next transaction spends best; lovelace with the last of the tokens; none where none is left.
 */
const changeShapes = (
  tokens: readonly TransactionOutput[],
  paying: Paying,
): readonly ChangeShape[] => {
  const least = plainChange(paying).value.lovelace
  const held = lovelaceIn(tokens)
  const last = tokens.at(-1)
  const apart: ChangeShape = (lovelace) =>
    lovelace - held < least
      ? undefined
      : [...tokens, { address: paying.changeAddress, value: lovelaceOnly(lovelace - held) }]
  const together: ChangeShape = (lovelace) => {
    if (lovelace < held) return undefined
    if (last === undefined) return []
    return [...tokens.slice(0, -1), withLovelace(last, last.value.lovelace + lovelace - held)]
  }
  return [apart, together]
}

/** The least change without tokens. */
const plainChange = ({ changeAddress, parameters }: Paying): TransactionOutput => {
  const output = { address: changeAddress, value: lovelaceOnly(0n) }
  return withLovelace(output, leastLovelace(output, parameters))
}

const lovelaceIn = (outputs: readonly TransactionOutput[]): bigint =>
  outputs.reduce((sum, { value }) => sum + value.lovelace, 0n)

/** What all coins together lack for the least change. */
const shortfall = (
  encoded: EncodedDraft,
  coins: readonly Coin[],
  rest: Value,
  paying: Paying,
): Shortfall => {
  const tokens = tokenOutputs(paying.changeAddress, rest.assets, paying.parameters)
  const change = tokens.length > 0 ? tokens : [plainChange(paying)]
  const missingFrom = (inputs: readonly Coin[]): bigint => {
    const write = (fee: bigint) => writeBody(encoded, inputs, change, fee)
    const fee = withLeastFee(paying.parameters, write)?.fee ?? 0n
    return fee + lovelaceIn(change) - rest.lovelace
  }
  const another = purseOf([imagined(paying.changeAddress, 0n)])
  return new Shortfall(missingFrom([...coins, ...another]), missingFrom(coins))
}

/** An output that is not there, to find out what would be built if it were. */
export const imagined = (address: string, lovelace: bigint): Utxo => ({
  txId: TxId('ff'.repeat(32)),
  index: 0,
  address,
  value: lovelaceOnly(lovelace),
})
