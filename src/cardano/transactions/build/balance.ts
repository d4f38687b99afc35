import { TxId } from '../../ids.ts'
import type { ProtocolParameters } from '../../parameters.ts'
import type { Utxo } from '../../utxo.ts'
import { difference, lovelaceOnly, noAssets, sumOf, type Value } from '../../value.ts'
import { encodeDraft, withMinFee, writeBody, type EncodedDraft, type Written } from './body.ts'
import type { BodyDraft } from './body.ts'
import {
  spendablesWith,
  spendableUtxos,
  type SpendableUtxo,
  type SpendableUtxos,
} from './spendable-utxos.ts'
import { minOutputs, lovelaceIn, tokenOutputs, withLovelace } from './outputs.ts'
import type { TransactionOutput } from './types.ts'

export type Paying = { readonly parameters: ProtocolParameters; readonly changeAddress: string }

/** A draft with inputs, change and fee: final. */
export type Balanced = Written & { readonly encoded: EncodedDraft }

/** Missing lovelace: in one more output at the change address, or in an existing input. */
export class Shortfall {
  readonly inOneMore: bigint
  readonly inPosition: bigint

  constructor(inOneMore: bigint, inPosition: bigint) {
    this.inOneMore = inOneMore
    this.inPosition = inPosition
  }
}

/**
 * Pays for a draft: adds UTxOs until they cover outputs, fee and a valid change output. Change is
 * never given away as fee.
 * @throws ColdpressError `conflict` when the UTxOs lack a token
 */
export const balance = (
  draft: BodyDraft,
  spendables: SpendableUtxos,
  paying: Paying,
): Balanced | Shortfall => {
  const encoded = encodeDraft(draft)
  const spent = spentBy(draft)
  const { spends = [] } = draft
  const lacking = difference(spent, heldIn(spends)).assets
  const needed = new Map([...lacking].filter(([, quantity]) => quantity > 0n))
  const chosen = [...spends, ...spendablesWith(spendables, needed)]
  const others = spendables.filter((spendable) => !chosen.includes(spendable)).values()
  for (;;) {
    const rest = restOf(chosen, spent)
    const written = settle(encoded, chosen, rest, paying)
    if (written !== undefined) return { ...written, encoded }
    const { value: spendable } = others.next()
    if (spendable === undefined) return shortfall(encoded, chosen, rest, paying)
    chosen.push(spendable)
  }
}

/**
 * Pays for a draft from its own inputs only. `share` distributes what the fee leaves; there is no
 * change.
 * @returns undefined where `share` finds that too little is left
 */
export const distributeChange = (
  draft: BodyDraft,
  share: Spread,
  parameters: ProtocolParameters,
): Balanced | undefined => {
  const { spends = [] } = draft
  const { lovelace } = restOf(spends, spentBy(draft))
  const written = spreadChange(encodeDraft(draft), spends, lovelace, share, parameters)
  if (written === undefined) return undefined
  const outputs = [...draft.outputs, ...written.change]
  return { ...written, change: [], encoded: encodeDraft({ ...draft, outputs }) }
}

/** What the inputs must bring besides fee and change: what the outputs hold less what is minted. */
const spentBy = ({ outputs, mint }: BodyDraft): Value =>
  difference(sumOf(outputs.map(({ value }) => value)), { lovelace: 0n, assets: mint })

const restOf = (spendables: readonly SpendableUtxo[], spent: Value): Value =>
  difference(heldIn(spendables), spent)

const heldIn = (spendables: readonly SpendableUtxo[]): Value =>
  sumOf(spendables.map(({ utxo }) => utxo.value))

const settle = (
  encoded: EncodedDraft,
  spendables: readonly SpendableUtxo[],
  rest: Value,
  paying: Paying,
): Written | undefined => {
  const { parameters } = paying
  // No fee is lower, so an insufficient amount is found without encoding anything.
  if (spendables.length === 0 || rest.lovelace < parameters.minFeeB) return undefined
  const tokens = tokenOutputs(paying.changeAddress, rest.assets, parameters)
  for (const shape of changeShapes(tokens, paying)) {
    const written = spreadChange(encoded, spendables, rest.lovelace, shape, parameters)
    if (written !== undefined && isWhole(written, rest)) return written
  }
  return undefined
}

/** With the least fee, and what that leaves of `lovelace` spread. */
const spreadChange = (
  encoded: EncodedDraft,
  spendables: readonly SpendableUtxo[],
  lovelace: bigint,
  over: Spread,
  parameters: ProtocolParameters,
): Written | undefined =>
  withMinFee(parameters, (fee) => {
    const outputs = over(lovelace - fee)
    return outputs && writeBody(encoded, spendables, outputs, fee)
  })

/** No change, and nothing that only the fee would account for. */
const isWhole = ({ change, fee }: Written, rest: Value): boolean =>
  change.reduce((left, { value }) => left - value.lovelace, rest.lovelace - fee) === 0n

/** Distributes lovelace over outputs; undefined when it does not suffice. */
export type Spread = (lovelace: bigint) => readonly TransactionOutput[] | undefined

/**
 * The possible forms of change, the best first: lovelace without tokens, which later transactions
 * spend most easily; lovelace together with the last tokens; none if nothing is left.
 */
const changeShapes = (tokens: readonly TransactionOutput[], paying: Paying): readonly Spread[] => {
  const least = lovelaceIn(minOutputs(paying.changeAddress, noAssets, paying.parameters))
  const held = lovelaceIn(tokens)
  const last = tokens.at(-1)
  const apart: Spread = (lovelace) =>
    lovelace - held < least
      ? undefined
      : [...tokens, { address: paying.changeAddress, value: lovelaceOnly(lovelace - held) }]
  const together: Spread = (lovelace) => {
    if (lovelace < held) return undefined
    if (last === undefined) return []
    return [...tokens.slice(0, -1), withLovelace(last, last.value.lovelace + lovelace - held)]
  }
  return [apart, together]
}

/** What all UTxOs together lack for the smallest change. */
const shortfall = (
  encoded: EncodedDraft,
  spendables: readonly SpendableUtxo[],
  rest: Value,
  paying: Paying,
): Shortfall => {
  const change = minOutputs(paying.changeAddress, rest.assets, paying.parameters)
  const missingFrom = (inputs: readonly SpendableUtxo[]): bigint => {
    const write = (fee: bigint) => writeBody(encoded, inputs, change, fee)
    const fee = withMinFee(paying.parameters, write)?.fee ?? 0n
    return fee + lovelaceIn(change) - rest.lovelace
  }
  const another = spendableUtxos([placeholderUtxo(paying.changeAddress, 0n)])
  return new Shortfall(missingFrom([...spendables, ...another]), missingFrom(spendables))
}

/** A hypothetical output, to find out what could be built with it. */
export const placeholderUtxo = (address: string, lovelace: bigint): Utxo => ({
  txId: TxId('ff'.repeat(32)),
  index: 0,
  address,
  value: lovelaceOnly(lovelace),
})
