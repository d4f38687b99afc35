import { isThere } from '#contract/sales/payment-due.ts'
import { buildRefunds } from '#cardano/transactions/build/build-refunds.ts'
import { refText } from '#cardano/utxo.ts'
import type { Block } from '#chain/gateway/gateway.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import type { SaleRow } from '../../store/sales.ts'
import { isReachable } from '../payer.ts'
import { type NewPayment, type PaymentRef, type PaymentRow, refOf, utxoOf } from '../payments.ts'
import type { FoundSpend } from '../watch/spends.ts'

/** A payment, and the lovelace that it lacks to bear its own way back. */
export type Lack = { readonly payment: PaymentRef; readonly lacks: bigint }

/**
 * What a refund by another copy of this studio left: where one gave payments of a sale back, and what is
 * still there could not have been given back with them.
 * @returns nothing where a refund would give some of it back: then it came later, or was kept
 * @throws ColdpressError of the gateway
 */
export const leftByRefund = async (
  studio: Studio,
  sale: SaleRow,
  {
    before,
    payments,
    spends,
    tip,
  }: {
    readonly before: readonly PaymentRow[]
    readonly payments: readonly NewPayment[]
    readonly spends: readonly FoundSpend[]
    readonly tip: Block
  },
): Promise<readonly Lack[]> => {
  const isRefunded =
    before.some(({ spent_for: purpose }) => purpose === 'refund') ||
    spends.some(({ spend }) => spend.purpose === 'refund')
  if (!isRefunded || sale.status === 'REFUNDED') return []
  const known = new Set(before.map(refOf))
  const spent = new Set(spends.map(({ payment }) => refOf(payment)))
  const there = [
    ...before.filter(isThere),
    ...payments.filter((payment) => !known.has(refOf(payment))),
  ]
    .filter((payment) => !spent.has(refOf(payment)) && isReachable(studio, payment))
    .map((payment) => ({ payment, utxo: utxoOf(sale, payment), to: payment.from_address }))
  if (there.every(({ payment }) => 'lacks' in payment && payment.lacks !== null)) return []
  const { parameters } = await chainAnswer(requireChain(studio).gateway.parameters())
  const { network } = studio
  const { built, left } = buildRefunds(
    { network, slot: tip.slot, parameters },
    { payments: there.map(({ utxo, to }) => ({ utxo, to })) },
  )
  if (built.length > 0) return []
  const lacking = new Map(
    left.flatMap(({ utxos, missing }) => utxos.map((utxo) => [refText(utxo), missing] as const)),
  )
  return there.flatMap(({ payment, utxo }) => {
    const lacks = lacking.get(refText(utxo))
    return lacks === undefined ? [] : [{ payment, lacks }]
  })
}
