import { z } from 'zod'
import { listOf } from '#values/bounds/bounded.ts'
import { adaText, countText, cutMiddle, missingAdaText } from '#values/text/format.ts'
import { paymentFor } from './min-payment.ts'
import { refundsSurplusOnly } from './refund-rules.ts'
import {
  type Advice,
  listed,
  lovelace,
  reasonOf,
  row,
  type SaleErrorRows,
  slotText,
  shownText,
  whole,
} from './sale-error-row.ts'
import { statusOf } from './sale-status.ts'

/** What is wrong with the payments of a sale or their refund, and who gets what by each resolution. */

const ada = (amount: bigint): string => adaText(String(amount), 'ADA')

const payersOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  listOf(z.object({ address: shownText, ...fields }))

export const paymentErrors = {
  OverpaidError: row(
    'Paid too much',
    z.object({ expected: lovelace, paid: lovelace, surplus: lovelace }),
    ({ paid, surplus }) => `${paid} arrived, ${surplus} more than the price.`,
    [
      'accept',
      'Accept it: what is too much goes back to the buyer with the tokens, and the price is yours, less the fee and the ADA that the tokens need. Or refund: everything goes back to who paid it, less the fee.',
    ],
  ),
  OtherTokensError: row(
    'Paid with other tokens',
    z.object({
      assets: listOf(z.object({ unit: shownText, quantity: z.union([shownText, z.int()]) })).min(1),
    }),
    ({ assets }) =>
      `Together with the ADA came ${listed(assets.map(({ unit, quantity }) => `${quantity} of ${unit}`))}, which no price asks for.`,
    [
      'accept',
      'Accept it: the other tokens go back to the buyer with those sold, and with the ADA that they need, which came on top of the price. The price is yours, less the fee and the ADA that the sold tokens need. Or refund: everything goes back to who paid it, less the fee.',
    ],
  ),
  SecondPaymentError: row(
    'Paid once more',
    z.object({ txIds: listOf(shownText).min(1), lovelace }),
    ({ txIds, lovelace: paid }) =>
      `The sale has its buyer, and ${paid} came on top, in ${listed(txIds.map((txId) => `transaction ${txId}`))}.`,
    adviseOnTop,
  ),
  TooManyForBuyerError: row(
    'More than one buyer may get',
    z.object({ buyer: shownText, most: whole, has: whole, tokens: whole }),
    ({ buyer, most, has, tokens }) =>
      `${buyer} has ${countText(has, 'token')} of this collection and has paid for a sale of ${tokens} more; one buyer may get ${most}.`,
    (status) =>
      status === undefined || statusOf(status).stage === 'reserved'
        ? ['refund', 'It does not count: refund it. The tokens stay reserved for others meanwhile.']
        : ['refund', 'Refund what was paid.'],
  ),
  RefundFailedError: row(
    'The refund is not on chain',
    z.object({ reason: shownText }),
    reasonOf,
    adviseAgain,
  ),
  RefundLeftError: row(
    'Too little to send back',
    z.object({ payers: payersOf({ lovelace: whole, missing: whole }).min(1) }),
    ({ payers }) => `It stays at the sale's address: ${listed(payers.map(leftText), '; ')}.`,
    [
      undefined,
      'You can leave it: the sale, its tokens and its collection are free of it. To give it back all the same, pay a few ADA to the payment address of the collection, which then pays the fee and what is missing, and refund again.',
    ],
  ),
  NoReceiverError: row(
    'Nobody to send it back to',
    z.object({ payers: payersOf({ lovelace: whole }).min(1) }),
    ({ payers }) =>
      `${listed(
        payers.map(({ address, lovelace: paid }) => `${ada(paid)} of ${address}`),
        '; ',
      )}: a script, or an address that nothing can be sent back to with certainty.`,
    [
      'refund',
      'Refund, and name the address that gets it, as the payer tells you. Without an address everybody else gets theirs: of a sale that still waits for signatures its buyer too, and the sale ends.',
    ],
  ),
  PaymentLostError: row(
    'The payment was taken off the chain',
    z.object({ txId: shownText, waitsFor: shownText, validUntilSlot: whole.nullish() }),
    ({ txId, waitsFor, validUntilSlot }, network) =>
      `A rollback took payment ${txId}. Transaction ${waitsFor}, which spends it, may still come back${typeof validUntilSlot === 'bigint' ? ` until ${slotText(validUntilSlot, network)}` : ''}.`,
    [
      undefined,
      'Wait: mostly the next blocks take both in again. Otherwise the sale goes on by what is there then.',
    ],
  ),
  SpentElsewhereError: row(
    'Spent elsewhere',
    z.object({
      payments: listOf(z.object({ txId: shownText, lovelace, spentIn: shownText.nullish() })).min(
        1,
      ),
    }),
    ({ payments }) =>
      `${listed(payments.map(spentText), '; ')}. This studio did not send that: an older copy of its data may have been put back, or somebody used the phrase of its wallet.`,
    adviseSpent,
  ),
  UnderpaidError: row(
    'Paid too little',
    z.object({
      expected: whole,
      paid: whole,
      missing: whole,
      payers: payersOf({ paid: whole, missing: whole }).optional(),
    }),
    (message) => `${underpaidText(message)}${smallRestText(message.missing)}`,
    [
      'wait',
      'Ask for the missing amount: the same payer can pay what is missing, or anybody the whole price. Or refund: each payer gets back what they paid, less the fee.',
    ],
  ),
} satisfies SaleErrorRows

type Payer = { readonly address: string; readonly paid: bigint; readonly missing: bigint }

/** Events of earlier versions do not name the payers. */
const underpaidText = ({
  expected,
  paid,
  missing,
  payers = [],
}: Omit<Payer, 'address'> & {
  readonly expected: bigint
  readonly payers?: readonly Payer[] | undefined
}): string => {
  const [only, ...others] = payers
  if (only === undefined) return partText({ paid, missing, expected })
  if (others.length === 0) return partText({ ...only, expected })
  const each = payers.map(
    (payer) =>
      `${ada(payer.paid)} from ${cutMiddle(payer.address)}, where ${missingAdaText(payer.missing)}`,
  )
  return `The price is ${ada(expected)}, and no payer has paid it. Each payer counts alone: ${listed(each, '; ')}.`
}

const partText = ({
  paid,
  missing,
  expected,
}: Omit<Payer, 'address'> & { readonly expected: bigint }): string =>
  `${ada(paid).replace(/ ADA$/u, '')} of ${ada(expected)} arrived. ${missingAdaText(missing)}.`

const smallRestText = (missing: bigint): string => {
  const asked = paymentFor(missing)
  return asked === missing
    ? ''
    : ` No wallet sends so little, so ${ada(asked)} is asked for; what is too much of it goes back with the tokens.`
}

const leftText = ({
  address,
  lovelace: paid,
  missing,
}: {
  readonly address: string
  readonly lovelace: bigint
  readonly missing: bigint
}): string =>
  missing === 0n
    ? `${ada(paid)} of ${address}, which no transaction can give back`
    : `${ada(paid)} of ${address}, which lack ${ada(missing)} for their own way back`

const spentText = ({
  txId,
  lovelace: paid,
  spentIn,
}: {
  readonly txId: string
  readonly lovelace: string
  readonly spentIn?: string | null | undefined
}): string =>
  `${paid} of payment ${txId} were spent${typeof spentIn === 'string' ? ` in transaction ${spentIn}` : ''}`

/** A refund of a sale that waits for a decision ends the sale, so the text must say so. */
function adviseOnTop(status: string | undefined): Advice {
  if (status === undefined)
    return [
      undefined,
      'Look at the sale first: of one that goes on, a refund gives back what came on top; of one that waits for a decision, all that was paid.',
    ]
  if (refundsSurplusOnly(status, true))
    return ['refund', 'Refund what came on top, to each who paid it; the sale itself goes on.']
  const going = statusOf(status).resolutions.find(
    (resolution) => resolution === 'accept' || resolution === 'retry',
  )
  if (going === undefined) return ['refund', 'A refund gives back everything that is still here.']
  return [
    going,
    `${going === 'accept' ? 'Accept' : 'Retry'}, and the sale goes on; what came on top can be refunded after that. A refund now gives back everything that was paid, and nothing is sold.`,
  ]
}

/** Another transaction of the same refund may have given a part back. */
function adviseAgain(status: string | undefined): Advice {
  const again = 'Refund again: that gives back what is still here.'
  if (status === undefined || status === 'REFUNDED') return ['refund', again]
  if (status === 'RESERVED_FAILED') return ['refund', `Nothing is sold for what is left. ${again}`]
  if (refundsSurplusOnly(status, true)) return ['refund', `The sale itself goes on. ${again}`]
  return ['refund', `${again} Or do something else about the sale.`]
}

const takenBySomebody =
  'If neither you nor an older copy of your data made that transaction, somebody has the phrase of the wallet: sell with a new one.'

function adviseSpent(status: string | undefined): Advice {
  return status === 'RESERVED_FAILED'
    ? [
        'refund',
        `Nothing is sold for it, and the tokens are free. A refund gives back what is left, if anything is. ${takenBySomebody}`,
      ]
    : [undefined, `Look at that transaction. ${takenBySomebody}`]
}
