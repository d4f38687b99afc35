import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError } from '#shared/errors.ts'
import { adaText } from '#shared/format.ts'
import { paymentAddress } from '#core/cardano/addresses.ts'
import { TxId } from '#core/cardano/ids.ts'
import type { Network } from '#core/cardano/network.ts'
import type { ProtocolParameters } from '#core/cardano/parameters.ts'
import type { Utxo } from '#core/cardano/utxo.ts'
import {
  balance,
  placeholderUtxo,
  distributeChange,
  Shortfall,
  type Balanced,
  type Paying,
  type Spread,
} from './balance.ts'
import { transactionHash, unsignedCbor, type Draft } from './body.ts'
import { spendableUtxos, type SpendableUtxos } from './spendable-utxos.ts'
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
  draft: Draft,
  spendables: SpendableUtxos,
  paying: Paying,
  tokens: readonly number[] = [],
): BuiltTransaction | Shortfall | Oversize => {
  const balanced = balance(draft, spendables, paying)
  if (balanced instanceof Shortfall) return balanced
  return balanced.signedBytes > paying.parameters.maxTxBytes
    ? new Oversize(balanced.signedBytes)
    : built(balanced, tokens)
}

/** Like {@link buildDraft}, from the draft's own inputs only: see {@link distributeChange}. */
export const buildShared = (
  draft: Draft,
  share: Spread,
  parameters: ProtocolParameters,
  tokens: readonly number[] = [],
): BuiltTransaction | Oversize | undefined => {
  const balanced = distributeChange(draft, share, parameters)
  if (balanced === undefined) return undefined
  return balanced.signedBytes > parameters.maxTxBytes
    ? new Oversize(balanced.signedBytes)
    : built(balanced, tokens)
}

const built = (balanced: Balanced, tokens: readonly number[]): BuiltTransaction => {
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

/**
 * Builds out of the funding of `context`.
 * @throws ColdpressError `invalid` for a change address that cannot take the change; `conflict` with
 * rule `not_enough_ada`: with `details.missing` lovelace in one more output at `details.address` it
 * can be built, and a single transaction without tokens with no lovelace less
 */
export const payFor = <T>(
  { network, parameters, funding }: BuildContext,
  build: (spendables: SpendableUtxos, paying: Paying) => T | Shortfall,
): T => {
  const changeAddress = keyAddressOf(funding.changeAddress, network)
  const paying = { parameters, changeAddress }
  const first = build(spendableUtxos(funding.utxos), paying)
  if (!(first instanceof Shortfall)) return first
  let missing = first.inOneMore
  for (;;) {
    const spendables = spendableUtxos([...funding.utxos, placeholderUtxo(changeAddress, missing)])
    const again = build(spendables, paying)
    if (!(again instanceof Shortfall) || again.inPosition <= 0n) break
    missing += again.inPosition
  }
  throw new ColdpressError(
    'conflict',
    `funding: ${adaText(missing, 'ADA')} are missing; send that much to ${changeAddress} and build again`,
    { details: { rule: 'not_enough_ada', missing: String(missing), address: changeAddress } },
  )
}

/** @throws ColdpressError `invalid` for an address of another network, and for a script's */
export const keyAddressOf = (text: string, network: Network): string => {
  const { bech32, isScript } = paymentAddress(text, network)
  if (!isScript) return bech32
  throw new ColdpressError(
    'invalid',
    'change address: it is that of a script, where change could be locked up; give the address of a key',
  )
}

/** The purpose of a transaction as the start of a sentence, and advice if it is too large. */
export type Purpose = { readonly what: string; readonly advice: string }

/**
 * For a purpose that takes one transaction.
 * @throws ColdpressError as {@link payFor}; `too_large` where it does not fit
 */
export const buildSingle = (
  context: BuildContext,
  draft: Draft,
  purpose: Purpose,
): BuiltTransaction =>
  payFor(context, (spendables, paying) => {
    const result = buildDraft(draft, spendables, paying)
    if (result instanceof Oversize) throw tooLarge(context, result, purpose)
    return result
  })

export const tooLarge = (
  { parameters }: Pick<BuildContext, 'parameters'>,
  { bytes }: Oversize,
  { what, advice }: Purpose,
): ColdpressError =>
  new ColdpressError(
    'too_large',
    `${what}: its transaction takes ${bytes} bytes, at most ${parameters.maxTxBytes} allowed; ${advice}`,
  )
