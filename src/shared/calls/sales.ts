import { z } from 'zod'
import { documentText, listOf, longText, shortText } from '../bounded.ts'
import { rehearsal } from '../rehearsal.ts'
import { networks } from '../networks.ts'
import { signingBlock } from '../wire/mint.ts'
import { sale, saleError, saleResolutions } from '../wire/sale.ts'
import { token } from '../wire/token.ts'

const inCollection = z.object({ accountId: shortText, collectionId: shortText })
const oneSale = inCollection.extend({ saleId: shortText })

/** Decimal text. */
const lovelace = shortText
/** ISO 8601 UTC. */
const time = shortText

const soldToken = sale.shape.tokens.element.omit({ image: true }).extend({
  /** CIDv0 of the image when it has one, for `/thumb/<cid>`. */
  cid: shortText.nullable(),
})

/** A sale as a line of the list. */
const saleSummary = z.object({
  id: shortText,
  status: sale.shape.status,
  type: shortText,
  /** For one token, and for all of them. */
  price: lovelace,
  total: lovelace,
  tokens: listOf(soldToken),
  buyer: longText.nullable(),
  /** When its reservation ends, as far as this computer's clock can tell; null once that is over. */
  endsAt: time.nullable(),
  /** Paid beyond what the sale took, and still here. */
  surplus: lovelace,
  /** Why the service's own vault does not sign what the sale waits for; null while nothing waits. */
  signingBlocked: signingBlock.nullable(),
  createdAt: time,
  updatedAt: time,
})
export type SaleSummary = z.output<typeof saleSummary>

const payment = z.object({
  txId: shortText,
  index: z.int(),
  /** Who paid: where the first input of the paying transaction lay. */
  address: shortText,
  lovelace,
  assets: listOf(z.object({ unit: shortText, quantity: shortText })),
  slot: shortText,
  /** Null where it is not known which chain it is on. */
  at: time.nullable(),
  confirmations: z.int(),
  use: z.enum(['unconfirmed', 'counted', 'surplus', 'refunded']),
  /** Where the transaction can be looked at. */
  page: shortText.nullable(),
})
export type SalePayment = z.output<typeof payment>

const saleEvent = z.object({ id: shortText, status: shortText, at: time })

const saleFacts = saleSummary.extend({
  /** As far as it is known. */
  network: z.enum([...networks, 'testnet']),
  paymentAddress: shortText,
  /** The service's own page, where a buyer pays. */
  paymentLink: shortText,
  /** What is still to be paid: the rest, once a part is there; 0 when nothing is. */
  due: lovelace,
  /** CIP-13: a wallet opens it with address and amount filled in; null when nothing is to be paid. */
  uri: shortText.nullable(),
  /** Seconds. */
  reservationTime: z.int(),
  confirmations: z.int(),
  payments: listOf(payment),
  errors: listOf(saleError),
  /** What can be done now, the recommended one first. */
  resolutions: listOf(z.enum(saleResolutions)),
  txId: shortText.nullable(),
  page: shortText.nullable(),
  txFee: lovelace.nullable(),
  nftFee: lovelace.nullable(),
  income: lovelace.nullable(),
  /** The mints that carry the sale and its refund: `minting.show` says more. */
  mintId: shortText.nullable(),
  refundId: shortText.nullable(),
  /** The transaction of the sale, or of its refund, that waits for signatures. */
  parked: z
    .object({
      mintId: shortText,
      kind: z.enum(['sale', 'refund']),
      missing: listOf(z.object({ keyHash: shortText, here: z.boolean() })),
    })
    .nullable(),
  /** What was told of it, oldest first. Empty where the service keeps no events. */
  events: listOf(saleEvent),
})
export type SaleFacts = z.output<typeof saleFacts>

/** What is asked for, as it stands in the form: it may still be wrong. */
const saleForm = z.object({
  /** Ids of the tokens to sell, or how many of those that are for sale. */
  tokens: z.union([listOf(documentText), z.int()]),
  /** Of one token. */
  price: lovelace,
  /** Seconds. */
  reservationTime: z.int(),
  /** Null: what suits the network. */
  confirmations: z.int().nullable(),
})
export type SaleForm = z.output<typeof saleForm>

/** What came in on one day. */
const day = z.object({
  /** `2026-11-22`, of this computer's time zone. */
  day: shortText,
  sales: z.int(),
  tokens: z.int(),
  revenue: lovelace,
  income: lovelace,
  txFee: lovelace,
  nftFee: lovelace,
})
export type SalesDay = z.output<typeof day>

const analytics = z.object({
  /** Days on which something was sold, oldest first. */
  days: listOf(day),
  totals: day.omit({ day: true }),
  /** The oldest sales are left out: there are too many. */
  isCut: z.boolean(),
})
export type SalesAnalytics = z.output<typeof analytics>

const receiver = z.object({
  address: shortText,
  lovelace,
  assets: listOf(z.object({ unit: shortText, quantity: shortText })),
})

const refundPlan = z.object({
  receivers: listOf(receiver),
  /** Taken off already; null where it cannot be told before the refund is built. */
  fee: lovelace.nullable(),
})
export type RefundPlan = z.output<typeof refundPlan>

/** A wallet that takes what buyers pay here, and that no proven backup holds. */
const unprovedWallet = z.object({ id: shortText, backup: z.enum(['none', 'made']) })
export type UnprovedWallet = z.output<typeof unprovedWallet>

const rehearsalNow = z.object({
  /** Null: none was started since the start. */
  rehearsal: rehearsal.nullable(),
  state: z.enum(['none', 'running', 'stopping', 'over']),
  /** Why it ended before its time. */
  error: longText.nullable(),
})
export type RehearsalNow = z.output<typeof rehearsalNow>

export const salesCalls = {
  /** One page, newest first. `canSell`: the service sells; others than the studio may not. */
  'sales.list': {
    input: inCollection.extend({ cursor: shortText.nullable() }),
    output: z.object({
      canSell: z.boolean(),
      sales: listOf(saleSummary),
      cursor: shortText.nullable(),
    }),
  },
  /** Null: nothing to warn of, as play money is none and another's wallet is not known here. */
  'sales.wallet': { input: inCollection, output: unprovedWallet.nullable() },
  'sales.show': { input: oneSale, output: saleFacts },
  /** What was sold and is confirmed, day by day. */
  'sales.analytics': { input: inCollection, output: analytics },
  'sales.create': { input: inCollection.extend({ form: saleForm }), output: saleFacts },
  'sales.cancel': { input: oneSale, output: saleFacts },
  /** Who would get what back if it were refunded now; `to`: all of it to this address. */
  'sales.refund': {
    input: oneSale.extend({ to: shortText.nullable() }),
    output: refundPlan,
  },
  /** `vault_locked` before anything changes when the vault is locked and has to sign. */
  'sales.resolve': {
    input: oneSale.extend({ action: z.enum(saleResolutions), to: shortText.nullable() }),
    output: saleFacts,
  },
  /** The price at which visitors may reserve the token by themselves; null: they may not. */
  'sales.setTokenPrice': {
    input: inCollection.extend({ tokenId: shortText, price: lovelace.nullable() }),
    output: z.object({ ...token.shape, cid: shortText.nullable() }),
  },
  /** How far the rehearsal of sales is; there is one at a time. */
  'sales.rehearsal': { input: z.null(), output: rehearsalNow },
  /** Plays every way that a sale can go, in a collection of its own, with play money. */
  'sales.rehearse': { input: z.object({ accountId: shortText }), output: rehearsalNow },
  'sales.stopRehearsal': { input: z.null(), output: rehearsalNow },
} as const
