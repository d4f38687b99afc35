import { termRows } from '#contract/sales/sale-terms.ts'
import { errorTable } from '#values/errors/errors.ts'
import { adaText, countText, durationText, durationWords } from '#values/text/format.ts'
import type { ServiceNetwork } from '#values/networks/networks.ts'
import { refundsSurplusOnly } from '#contract/sales/refund-rules.ts'
import { explainSaleError } from '#contract/sales/explain-sale-error.ts'
import { leftLovelace } from '#contract/sales/left-payments.ts'
import { printable } from '#values/text/printable.ts'
import { salePriceOf, tokensSold } from '#contract/sales/total-price.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { sparseSale, type Sale } from '#contract/sales/sale.ts'
import { tokenName } from '#contract/tokens/token.ts'
import { unknownFields } from '#contract/fields.ts'
import { isSaleOver, needsDecision, waitsForRound } from '#app/sales/follow-sale.ts'
import { statusOf } from '#contract/sales/sale-status.ts'
import { paymentDue } from '#contract/sales/payment-due.ts'
import { servedLink } from '../studio/served-link.ts'
import { parkedText } from '../mint/mint-answers.ts'
import type { CommandAnswer } from '#cli/program.ts'
import { finalText } from '#cli/terminal/final-text.ts'
import { hint } from '#cli/terminal/hint.ts'
import { serveHint } from '#cli/terminal/serve-hint.ts'
import { type Text, detailTable, numberColumn, sections, table } from '#cli/terminal/table.ts'

export type SaleAnswerOptions = {
  readonly network: ServiceNetwork
  /** Whether the studio ends with this command, so that nothing follows the sale afterwards. */
  readonly isLocal: boolean
  /** The mint of the sale or of its refund, where that waits for signatures. */
  readonly parked?: Mint | undefined
  /** Whether the command was to bring it to its end, so that anything less is in part. */
  readonly isToEnd?: boolean
}

/** Its JSON is an object, so that a command can add fields. */
export type SaleAnswer = CommandAnswer & { readonly json: object }

/** The state of a sale, its errors in plain words, and the commands for the next step. */
export const saleAnswer = (sale: Sale, options: SaleAnswerOptions): SaleAnswer => ({
  json: {
    ...saleJson(sale, options),
    explanations: explainErrors(sale, options.network),
    parked: parkedJson(options),
  },
  text: sections(saleText(sale, options), ...afterLines(sale, options)),
  exit: exitOf(sale, options),
})

/** Why it is so, and what comes next: nothing where there is neither. */
const afterLines = (sale: Sale, options: SaleAnswerOptions): readonly Text[] => {
  const lines = [...whyLines(sale, options), ...nextLines(sale, options)]
  return lines.length === 0 ? [] : [lines]
}

type Studio = Pick<SaleAnswerOptions, 'isLocal'>

const saleJson = (sale: Sale, studio: Studio) => ({
  ...sale,
  payment_link: servedLink(sale.payment_link, studio),
})

const exitOf = (sale: Sale, { isToEnd = false }: SaleAnswerOptions): number =>
  isToEnd && !isSaleOver(sale) ? errorTable.incomplete.exit : 0

const explainErrors = ({ error, status }: Sale, network: ServiceNetwork) =>
  (error ?? []).map((reported) => ({
    name: reported.name,
    ...explainSaleError(reported, network, status),
  }))

const parkedJson = ({ parked }: SaleAnswerOptions) =>
  parked === undefined
    ? null
    : {
        mint_id: parked.id,
        kind: parked.kind,
        missing: [...new Set(parked.transactions.flatMap(({ missing }) => missing))],
      }

const lovelace = (amount: bigint | number): string => adaText(String(amount), 'ADA')

/** `Waiting for payment, 29 min 58 s left` */
export const stateText = ({ status, reserved_time: leftMs }: Sale): string => {
  const { label: state } = statusOf(status)
  return typeof leftMs === 'number' && leftMs > 0
    ? `${state}, ${durationText(leftMs / 1000)} left`
    : state
}

const amountOrNone = (amount: number | null | undefined): string | undefined =>
  amount === null || amount === undefined ? undefined : lovelace(amount)

const saleText = (sale: Sale, studio: Studio): Text => {
  const { tokens, price, surplus = 0 } = sale
  const count = tokensSold(sale)
  const left = Math.min(leftLovelace(sale), surplus)
  return detailTable([
    ['sale', sale.id],
    ['state', stateText(sale)],
    ['why', sale.signing_blocked?.message],
    ['final', finalText(sale.finality)],
    ['tokens', tokens.map(tokenName).join(', ')],
    [
      'price',
      count === 1
        ? lovelace(price)
        : `${lovelace(salePriceOf(sale))} (${count} times ${lovelace(price)})`,
    ],
    [
      'confirmed',
      sale.awaits_confirmation === true
        ? `not yet: give it to nobody before the vault of the creator has confirmed it: ${hint('studio confirm --out facts.json')}`
        : undefined,
    ],
    ['pay to', sale.payment_address],
    ['page', servedLink(sale.payment_link, studio) ?? undefined],
    ...paymentDetails(sale),
    ['delivered', deliveryText(sale)],
    ...termRows(sale).map(([label, stated]) => [label.toLowerCase(), stated] as const),
    ['buyer', sale.buyer_address ?? undefined],
    ['to give back', surplus === left ? undefined : lovelace(surplus - left)],
    ['left', left === 0 ? undefined : `${lovelace(left)}, too little to be sent back`],
    ['transaction', sale.tx_id ?? undefined],
    ['income', amountOrNone(sale.income)],
    ['fee', amountOrNone(sale.tx_fee)],
    ['with tokens', amountOrNone(sale.nft_fee)],
    ['service fee', sale.service_fee ? lovelace(sale.service_fee) : undefined],
    ...unknownFields(sparseSale, sale),
    ['warning', sale.warnings],
  ])
}

/** Where keys elsewhere sign: in what time, as the buyer was told. */
const deliveryText = ({ delivery }: Sale): string | undefined => {
  if (delivery === null || delivery === undefined) return undefined
  const { within, by, is_late: isLate } = delivery
  if (by === null) return `within ${durationWords(BigInt(within))} of the payment`
  return `before ${by}${isLate ? '; late' : ''}`
}

const paymentDetails = (sale: Sale): readonly (readonly [string, string])[] =>
  (sale.payments ?? []).map((payment, position) => [
    position === 0 ? 'payments' : '',
    [
      `${lovelace(payment.lovelace)} from ${payment.address}${payerText(payment)}`,
      payment.assets.length === 0 ? '' : `with ${countText(payment.assets.length, 'other token')}`,
      countsText(payment),
      useText(sale, payment),
    ]
      .filter((part) => part !== '')
      .join(', '),
  ])

type Payment = NonNullable<Sale['payments']>[number]

/** Payments are added up for each key alone. */
const payerText = ({ payer }: Payment): string => {
  if (payer === undefined) return ''
  return payer === null ? ' (counts alone)' : ` (key ${payer})`
}

const countsText = ({ lovelace: paid, counts = paid, is_late: isLate }: Payment): string => {
  if (isLate === true) return 'too late, so nothing of it counts'
  return counts === paid ? '' : `${lovelace(counts)} of it count`
}

const useText = (
  { confirmations: wanted }: Sale,
  { use, confirmations, spent_in: spentIn }: Payment,
): string => {
  if (use === 'unconfirmed')
    return `${confirmations}${typeof wanted === 'number' ? ` of ${countText(wanted, 'block')}` : ''} on it`
  if (use !== 'spent') return use
  return `spent elsewhere${typeof spentIn === 'string' ? `, in transaction ${spentIn}` : ''}`
}

const whyLines = (sale: Sale, { network }: SaleAnswerOptions): readonly string[] =>
  explainErrors(sale, network).flatMap(({ title, cause, next }) => [
    `${title}. ${cause}`,
    `  ${next}`,
    '',
  ])

const resolutionWords: Readonly<Record<string, string>> = {
  refund: 'Refund the payment',
  retry: 'Try the same transaction again',
  accept: 'Sell, and return what is too much to the buyer',
  wait: 'Ask for the missing amount, from the same payer',
}

const actionText = ({ status, surplus = 0 }: Sale, action: string): string =>
  action === 'refund' && refundsSurplusOnly(status, surplus > 0)
    ? 'Refund the surplus'
    : (resolutionWords[action] ?? action)

const nextLines = (
  sale: Sale,
  { isLocal, parked, network }: SaleAnswerOptions,
): readonly string[] => {
  const { id, status, resolutions = [] } = sale
  const choices = resolutions.map((action) =>
    printable(`${actionText(sale, action)}: ${hint(`sale resolve ${id} ${action}`)}`),
  )
  if (waitsForRound(sale)) return [...roundLines(sale), ...choices]
  const roundId = sale.delivery?.round_id
  if (parked?.kind === 'sale' && typeof roundId === 'string')
    return [
      `It is in the signing round ${roundId}, which waits for signatures: ${hint(`sale round status ${roundId}`)}`,
      ...choices,
    ]
  if (parked !== undefined)
    return [
      parkedText(parked, undefined),
      ...(isLocal
        ? [`If its keys are in this vault, open it to sign: ${hint(`sale show ${id} --wait`)}`]
        : []),
      ...choices,
    ]
  const cancel = `To release the tokens: ${hint(`sale cancel ${id}`)}`
  if (choices.length > 0)
    return [...choices, ...(status === 'UNRESOLVED_UNDERPAID' ? endLines(sale, cancel) : [])]
  const watch = `To wait for the outcome: ${hint(`sale show ${id} --wait`)}`
  const follows = isLocal
    ? `It goes on while another command uses the studio of this home, or while this runs: ${serveHint(network)}`
    : 'Its studio continues.'
  if (status === 'RESERVED')
    return [
      ...(network === 'devnet' && (sale.payments ?? []).length === 0
        ? [`On the devnet the test wallet pays: ${hint(`sale pay ${id}`)}`]
        : []),
      ...(paymentDue(sale) > 0n ? [cancel] : []),
      follows,
      watch,
    ]
  return isSaleOver(sale) || needsDecision(sale) ? [] : [follows, watch]
}

/** What becomes of the tokens of an underpaid sale. */
const endLines = (
  { reserved_time: leftMs, resolutions = [] }: Sale,
  cancel: string,
): readonly string[] => {
  if (typeof leftMs === 'number' && leftMs > 0) return [cancel]
  return [
    resolutions.includes('wait')
      ? 'Its reservation is over, so the tokens are free again; `wait` takes them as long as nobody else has them.'
      : 'Its reservation is over, so its tokens are free, or somebody else has them by now.',
  ]
}

/** A paid sale that keys elsewhere sign for, with all others of its collection that wait. */
const roundLines = ({ collection_id: collectionId }: Sale): readonly string[] => [
  'It is paid and waits for a signature from elsewhere.',
  `To build the transactions of all such sales as one signing request: ${buildHint(collectionId)}`,
]

export const buildHint = (collectionId: string): string =>
  hint(`sale round build --collection ${collectionId} --out sales.cpreq`)

/** `12 paid sales wait for a signature`, with the command, for each collection. */
const waitingLines = (sales: readonly Sale[]): readonly string[] =>
  [...Map.groupBy(sales.filter(waitsForRound), (sale) => sale.collection_id)].map(
    ([collectionId, waiting]) => `${waitingText(waiting.length)}: ${buildHint(collectionId)}`,
  )

export const waitingText = (count: number): string =>
  count === 1 ? '1 paid sale waits for a signature' : `${count} paid sales wait for a signature`

/** Several sales, newest first. */
export const salesAnswer = (
  sales: readonly Sale[],
  studio: Studio,
  none = `No sales yet. To reserve tokens for a buyer: ${hint('sale create --collection COLLECTION --quantity 1 --price 25')}`,
): CommandAnswer => ({
  json: sales.map((sale) => saleJson(sale, studio)),
  text: [
    table(
      sales,
      {
        sale: ({ id }) => id,
        state: stateText,
        tokens: tokensCell,
        price: numberColumn((sale) => lovelace(salePriceOf(sale))),
        income: numberColumn(({ income }) => amountOrNone(income) ?? ''),
        'to do': ({ resolutions = [] }) => resolutions.join(' or '),
        made: (sale) => sale.created_at ?? '',
      },
      none,
    ),
    ...waitingLines(sales).map((line) => `\n${line}`),
  ],
})

const tokensCell = ({ tokens }: Sale): string => {
  const [first, ...more] = tokens.map(tokenName)
  return more.length === 0 ? (first ?? '') : `${first ?? ''} and ${more.length} more`
}
