import { adaText } from '#values/text/format.ts'
import type { UnknownPaymentView, UnknownRefund } from '#contract/sales/unknown-payment.ts'
import type { MintingClient } from '../api/client.ts'
import type { Asks } from '../asks.ts'
import { receiverOf } from './expected-refund.ts'
import { refundLines } from './refund-text.ts'

/**
 * Gives back what was paid to an address that no sale has, once it is confirmed.
 * @param payments all that are known at the address
 * @param to receives what cannot be sent back to its payer with certainty
 * @throws ColdpressError as `Asks.confirm` and the client
 */
export const refundUnknown = async (
  { client, asks }: { readonly client: Pick<MintingClient, 'refundUnknown'>; readonly asks: Asks },
  {
    address,
    payments,
    to,
  }: {
    readonly address: string
    readonly payments: readonly UnknownPaymentView[]
    readonly to: string | undefined
  },
): Promise<UnknownRefund> => {
  asks.canConfirm('refund')
  await asks.confirm({
    kind: 'refund',
    question: 'Refund what was paid to an address without a sale?',
    lines: [
      hasSeveralPayers(payments)
        ? 'Several have paid. Each gets theirs back in a transaction of its own, less its fee. This sends the largest:'
        : 'This goes back, less the fee of the transaction:',
      ...describeReceivers(payments, to),
    ],
    yes: 'Refund',
  })
  return client.refundUnknown(address, to === undefined ? {} : { to })
}

export const hasSeveralPayers = (payments: readonly UnknownPaymentView[]): boolean =>
  new Set(payments.map(({ payer }) => payer)).size > 1

const describeReceivers = (
  payments: readonly UnknownPaymentView[],
  to: string | undefined,
): readonly string[] =>
  [...Map.groupBy(payments, ({ payer }) => payer ?? to)].flatMap(([address, paid]) =>
    address === undefined
      ? paid.map(
          ({ lovelace }) => `${adaText(lovelace, 'ADA')} to nobody yet: a receiver has to be named`,
        )
      : refundLines([receiverOf(address, paid)]),
  )
