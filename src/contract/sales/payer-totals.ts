/** What one payer has paid. */
export type PayerTotal<Payer, Payment> = {
  readonly payer: Payer
  /** Lovelace that counts for the price. */
  readonly worth: bigint
  readonly payments: readonly [Payment, ...Payment[]]
}

/**
 * Adds payments up for each payer alone (ADR 16), the same for the studio and its clients: the payer
 * nearest to the price comes first; of equal ones the first in the given order.
 */
export const payerTotals = <Payer, Payment>(
  payments: readonly Payment[],
  {
    payerOf,
    worthOf,
  }: {
    readonly payerOf: (payment: Payment) => Payer
    readonly worthOf: (payment: Payment) => bigint
  },
): readonly PayerTotal<Payer, Payment>[] =>
  [...Map.groupBy(payments, payerOf)]
    .flatMap(([payer, [first, ...more]]): PayerTotal<Payer, Payment>[] => {
      if (first === undefined) return []
      const worth = [first, ...more].reduce((sum, payment) => sum + worthOf(payment), 0n)
      return [{ payer, worth, payments: [first, ...more] }]
    })
    .toSorted((a, b) => (a.worth === b.worth ? 0 : a.worth < b.worth ? 1 : -1))
