import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { adaText } from '#values/text/format.ts'
import type { UnknownPaymentView, UnknownRefund } from '#contract/sales/unknown-payment.ts'
import { refundLines } from '#app/sales/refund-text.ts'
import { hasSeveralPayers, refundUnknown } from '#app/sales/refund-unknown.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { type CommandAnswer, command } from '#cli/program.ts'
import { asksInTerminal, type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'
import { openMintSession } from '../mint/mint-session.ts'
import { warnOfReceivers } from '../mint/warn-of-receivers.ts'

export const addUnknownPayments = (sale: Command): void => {
  command(
    sale,
    'unknown',
    'list payments that belong to no sale: to addresses of deleted sales, and of sales that the studio does not know',
    'sale unknown',
    (unknown) => unknown,
    async (session) => {
      const { client } = await openMintSession(session, { signs: false })
      return listAnswer((await client.unknownPayments({ signal: session.signal })).data)
    },
  )
  addRefund(sale)
}

type RefundOptions = YesOption & { readonly to?: string }

const addRefund = (sale: Command): void =>
  command<RefundOptions>(
    sale,
    'refund-unknown <address>',
    'give back what was paid to an address that no sale has',
    'sale refund-unknown addr1…',
    (refund) =>
      refund
        .option(
          '--to <address>',
          'who receives what cannot be sent back to its payer with certainty',
        )
        .addOption(yesOption('sign and send')),
    async (session, options, address = '') => {
      const { to } = options
      const asks = asksInTerminal(session, options, {
        subject: 'A refund',
        look: ['sale unknown'],
      })
      asks.canConfirm('refund')
      const { client } = await openMintSession(session, { signs: true })
      const { data } = await client.unknownPayments({ signal: session.signal })
      const payments = data.filter((payment) => payment.payment_address === address)
      if (payments.length === 0) throw nothingAt(address)
      warnOfReceivers(session, 'receiver', to)
      const refund = await namingOptions({ to: '--to' }, () =>
        refundUnknown(
          {
            asks,
            client: {
              refundUnknown: (...request) =>
                session.withVault(() => client.refundUnknown(...request)),
            },
          },
          { address, payments, to },
        ),
      )
      const text = refundText(refund)
      return {
        json: refund,
        text: hasSeveralPayers(payments)
          ? `${text}\nFor what others have paid: ${hint(`sale refund-unknown ${address}`)}`
          : text,
      }
    },
  )

const nothingAt = (address: string): ColdpressError =>
  new ColdpressError(
    'not_found',
    `No payment without a sale is known at ${address}. To list them: ${hint('sale unknown')}`,
  )

const listAnswer = (payments: readonly UnknownPaymentView[]): CommandAnswer => ({
  json: payments,
  text:
    payments.length === 0
      ? 'No payments without a sale are known. A studio that runs looks for them.'
      : payments
          .map(({ explanation, refund_id: refund, payment_address: address }) =>
            refund === null
              ? `${explanation}\nTo give it back: ${hint(`sale refund-unknown ${address}`)}`
              : `${explanation}\nIts refund is on its way.`,
          )
          .join('\n\n'),
})

const refundText = ({ tx_id: txId, receivers, fee, state }: UnknownRefund): string =>
  [
    `The refund, transaction ${txId}, gives back`,
    ...refundLines(receivers).map((line) => `  ${line}`),
    `and costs ${adaText(String(fee), 'ADA')}.`,
    ...(state === 'ready' ? ['It is not sent yet. A studio that runs sends it.'] : []),
  ].join('\n')
