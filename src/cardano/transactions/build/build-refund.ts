import { ColdpressError } from '#values/errors/errors.ts'
import { paymentAddress } from '../../addresses.ts'
import type { Utxo } from '../../utxo.ts'
import { sumOf } from '../../value.ts'
import { distributeChange } from './balance.ts'
import type { BodyDraft } from './body.ts'
import { buildShared, buildSingle, Oversize, transactionTooLarge } from './build.ts'
import { paymentUtxos, withoutUtxos } from './spendable-utxos.ts'
import { atLeastMin, lovelaceIn, minFor, minOutputs, outputsHolding } from './outputs.ts'
import { sharesOf } from './shares.ts'
import type { BuildContext, BuiltTransaction, Funding, TransactionOutput } from './types.ts'
import { plainValidity } from './validity.ts'
import { saleErrors } from '#contract/sales/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'

type RefundContext = Omit<BuildContext, 'funding'>

export type RefundToBuild = {
  /** Each goes back as a whole to the address `to`. */
  readonly payments: readonly { readonly utxo: Utxo; readonly to: string }[]
  /** Pays the fee and the missing minimum ADA. Without it the payments bear the fee. */
  readonly feeFrom?: Funding
}

/**
 * Gives payments back in one transaction: to each address all that is meant for it, tokens too, in
 * one output, or in several where one would be over the ledger's limit. Without `feeFrom` the
 * payments and nothing else are spent, and the fee is shared in proportion to their ADA, rounded
 * down, with the rest for the first. `returned`: lovelace by address (in lower case).
 * @throws ColdpressError `conflict` when too little was paid to be sent back without `feeFrom`, or
 * `feeFrom` has too little (both with `details.missing`); `too_large`; `invalid` for an address
 * or payment that cannot be
 */
export const buildRefund = (
  context: RefundContext,
  { payments, feeFrom }: RefundToBuild,
): BuiltTransaction & { readonly returned: ReadonlyMap<string, bigint> } => {
  if (payments.length === 0)
    throw new ColdpressError('invalid', 'payments: none was given; say what goes back to whom')
  const spent = payments.map(({ utxo }) => utxo)
  const draft: BodyDraft = {
    outputs: [],
    mint: new Map(),
    validity: plainValidity(context),
    policySigners: new Set(),
    spends: paymentUtxos(spent),
  }
  const shares = sharesToReturn(context, payments)
  const built =
    feeFrom === undefined
      ? lessTheFee(context, draft, shares)
      : buildSingle(
          { ...context, funding: { ...feeFrom, utxos: withoutUtxos(feeFrom.utxos, spent) } },
          { ...draft, outputs: atLeastMin(shares, context.parameters) },
          purpose,
        )
  return { ...built, returned: returnedBy(built, shares) }
}

const purpose = { what: 'refund', advice: 'give fewer payments back at once' }

/** What goes to each address, before any fee. */
const sharesToReturn = (
  { network }: RefundContext,
  payments: RefundToBuild['payments'],
): readonly TransactionOutput[] => {
  const byAddress = Map.groupBy(payments, ({ to }) => paymentAddress(to, network).bech32)
  return [...byAddress].map(([address, own]) => ({
    address,
    value: sumOf(own.map(({ utxo }) => utxo.value)),
  }))
}

const lessTheFee = (
  context: RefundContext,
  draft: BodyDraft,
  shares: readonly TransactionOutput[],
): BuiltTransaction => {
  const { parameters } = context
  const paid = shares.map(({ value }) => value.lovelace)
  const total = paid.reduce((sum, lovelace) => sum + lovelace, 0n)
  const less = (fee: bigint): readonly TransactionOutput[] => {
    const fees = sharesOf(fee, paid)
    return shares.map(({ address, value: { lovelace, assets } }, position) => ({
      address,
      value: { lovelace: lovelace - (fees[position] ?? 0n), assets },
    }))
  }
  const built = buildShared(
    draft,
    (left) => outputsHolding(less(total - left), parameters),
    parameters,
  )
  if (built instanceof Oversize) throw transactionTooLarge(context, built, purpose)
  if (built !== undefined) return built
  const least = shares.flatMap(({ address, value }) =>
    minOutputs(address, value.assets, parameters),
  )
  const fee = distributeChange(draft, () => least, parameters)?.fee ?? 0n
  const missing = less(fee).reduce((sum, share) => {
    const lacking = minFor(share, parameters) - share.value.lovelace
    return lacking > 0n ? sum + lacking : sum
  }, 0n)
  throw errorBy(saleErrors, 'payment_too_small', { missing: String(missing) })
}

/** Change may go to an address that also receives a refund; it is not part of the refund. */
const returnedBy = (
  { outputs, change }: BuiltTransaction,
  shares: readonly TransactionOutput[],
): ReadonlyMap<string, bigint> => {
  const sent = outputs.slice(0, outputs.length - change.length)
  return new Map(
    shares.map(({ address }) => [
      address,
      lovelaceIn(sent.filter((output) => output.address === address)),
    ]),
  )
}
