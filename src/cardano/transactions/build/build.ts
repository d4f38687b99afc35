import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { TxId } from '../../ids.ts'
import type { ProtocolParameters } from '../../parameters.ts'
import type { Utxo } from '../../utxo.ts'
import {
  balance,
  distributeChange,
  Shortfall,
  type Balanced,
  type Paying,
  type Spread,
} from './balance.ts'
import { transactionHash, unsignedCbor, type BodyDraft } from './body.ts'
import { packLargest } from './pack.ts'
import { payFor } from './pay.ts'
import type { SpendableUtxos } from './spendable-utxos.ts'
import type { BuildContext, BuiltTransaction } from './types.ts'

/** A transaction above the ledger's size limit. */
export class Oversize {
  readonly bytes: number

  constructor(bytes: number) {
    this.bytes = bytes
  }
}

/**
 * Pays for a draft and encodes it if it fits. `tokens`: which of the requested tokens it contains.
 */
export const buildDraft = (
  draft: BodyDraft,
  spendables: SpendableUtxos,
  paying: Paying,
  tokens: readonly number[] = [],
): BuiltTransaction | Shortfall | Oversize => {
  const balanced = balance(draft, spendables, paying)
  if (balanced instanceof Shortfall) return balanced
  return balanced.signedBytes > paying.parameters.maxTxBytes
    ? new Oversize(balanced.signedBytes)
    : toBuilt(balanced, tokens)
}

/**
 * The transaction with the most items, from the first on.
 * @param most an upper limit
 * @param build the transaction of the first `count` items
 * @throws ColdpressError `too_large` where not even one item fits
 */
export const buildLargest = (
  context: Pick<BuildContext, 'parameters'>,
  most: number,
  build: (count: number) => ReturnType<typeof buildDraft>,
  purpose: Purpose,
): BuiltTransaction | Shortfall => {
  let oversize = new Oversize(0)
  const largest = packLargest(most, (count) => {
    const result = build(count)
    if (!(result instanceof Oversize)) return result
    oversize = result
    return undefined
  })
  if (largest === undefined) throw transactionTooLarge(context, oversize, purpose)
  return largest
}

/** Like {@link buildDraft}, from the draft's own inputs only: see {@link distributeChange}. */
export const buildShared = (
  draft: BodyDraft,
  share: Spread,
  parameters: ProtocolParameters,
  tokens: readonly number[] = [],
): BuiltTransaction | Oversize | undefined => {
  const balanced = distributeChange(draft, share, parameters)
  if (balanced === undefined) return undefined
  return balanced.signedBytes > parameters.maxTxBytes
    ? new Oversize(balanced.signedBytes)
    : toBuilt(balanced, tokens)
}

const toBuilt = (balanced: Balanced, tokens: readonly number[]): BuiltTransaction => {
  const { inputs, change, fee, signers, signedBytes, body, encoded } = balanced
  const { draft } = encoded
  const txId = TxId(bytesToHex(transactionHash(body)))
  const first = draft.outputs.length
  return {
    txId,
    cbor: unsignedCbor(encoded, body),
    fee,
    signedBytes,
    inputs,
    outputs: [...draft.outputs, ...change],
    change: change.map((output, index): Utxo => ({ txId, index: first + index, ...output })),
    mint: draft.mint,
    validity: draft.validity,
    requiredSigners: signers,
    tokens,
  }
}

/** The purpose of a transaction as the start of a sentence, and advice if it is too large. */
export type Purpose = { readonly what: string; readonly advice: string }

/**
 * For a purpose that takes one transaction.
 * @throws ColdpressError as {@link payFor}; `too_large` where it does not fit
 */
export const buildSingle = (
  context: BuildContext,
  draft: BodyDraft,
  purpose: Purpose,
): BuiltTransaction =>
  onlyOf(
    payFor(context, function* (spendables, paying) {
      yield
      const result = buildDraft(draft, spendables, paying)
      if (result instanceof Oversize) throw transactionTooLarge(context, result, purpose)
      return result instanceof Shortfall ? result : [result]
    }),
  )

const onlyOf = ([only]: readonly BuiltTransaction[]): BuiltTransaction => {
  if (only === undefined) throw new ColdpressError('internal', 'Nothing was built.')
  return only
}

export const transactionTooLarge = (
  { parameters }: Pick<BuildContext, 'parameters'>,
  { bytes }: Oversize,
  { what, advice }: Purpose,
): ColdpressError =>
  new ColdpressError(
    'too_large',
    `${what}: its transaction takes ${bytes} bytes, at most ${parameters.maxTxBytes} allowed; ${advice}`,
  )
