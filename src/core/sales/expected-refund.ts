import type { Sale } from '../../shared/wire/sale.ts'

/** Somebody to whom a refund goes; amounts before the transaction's fee. */
export type RefundReceiver = {
  readonly address: string
  readonly lovelace: number
  readonly assets: readonly { readonly unit: string; readonly quantity: string }[]
}

/** In these the payments that were counted carry the sale, or have carried it. */
const sold: ReadonlySet<string> = new Set(['PROCESSING', 'SUBMITTING', 'MINTING', 'COMPLETED'])

/** What a refund would spend now. */
export const refundedPayments = (
  sale: Pick<Sale, 'status' | 'payments'>,
): NonNullable<Sale['payments']> => {
  const uses = new Set(sold.has(sale.status) ? ['surplus'] : ['surplus', 'counted'])
  return (sale.payments ?? []).filter(({ use }) => uses.has(use))
}

/**
 * Who would get what back if a sale were refunded now: each payer what they paid, or `to` all of it.
 * The fee, which is known once the refund is built, is still in it.
 */
export const expectedRefund = (sale: Sale, to?: string): readonly RefundReceiver[] => {
  const byReceiver = Map.groupBy(refundedPayments(sale), ({ address }) => to ?? address)
  return [...byReceiver].map(([address, its]) => ({
    address,
    lovelace: its.reduce((sum, { lovelace }) => sum + lovelace, 0),
    assets: [
      ...Map.groupBy(
        its.flatMap(({ assets }) => assets),
        ({ unit }) => unit,
      ),
    ].map(([unit, all]) => ({
      unit,
      quantity: String(all.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)),
    })),
  }))
}
