import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { saleResolutions } from './sale-status.ts'

/** The cases of a rehearsal: one sale each, all at the same time. */
export const rehearsalCases = [
  'exact',
  'short_then_rest',
  'short_refunded',
  'over_accepted',
  'over_refunded',
  'late',
  'twice',
  'in_two_payments',
  'stranger_first',
  'halves',
  'short_ended',
  'dust',
] as const
export type RehearsalCaseName = (typeof rehearsalCases)[number]

const lovelace = z.int()

/** Who pays: each has a key of their own, so nobody's payments complete another's. */
const rehearsalPayers = ['buyer', 'stranger', 'other'] as const
export type RehearsalPayerName = (typeof rehearsalPayers)[number]

/** What the rehearsal did as a payer (`reserved`, `paid`) or as the seller (`resolved`). */
const rehearsalAct = z.discriminatedUnion('kind', [
  /** `lovelace` is the price. */
  z.object({ kind: z.literal('reserved'), lovelace }),
  z.object({ kind: z.literal('paid'), by: z.enum(rehearsalPayers), lovelace }),
  z.object({ kind: z.literal('resolved'), action: z.enum(saleResolutions) }),
])
export type RehearsalAct = z.output<typeof rehearsalAct>

/** Where the payments went, read from the transactions. The parts add up to `paid`. */
const rehearsalMoney = z.object({
  paid: lovelace,
  /** To the payout addresses. */
  income: lovelace,
  fees: lovelace,
  /** Minimum ADA sent with the tokens. */
  withTokens: lovelace,
  /** Returned to the payers, to each what they paid. */
  returned: lovelace,
  /** Too little to be sent back: still at the sale's address. */
  left: lovelace,
})
export type RehearsalMoney = z.output<typeof rehearsalMoney>

const rehearsalCase = z.object({
  name: z.enum(rehearsalCases),
  /** `stopped`: the rehearsal was cancelled before this case ended. */
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'stopped']),
  saleId: shortText.nullable(),
  /** Asset name of the token for sale. */
  assetName: shortText.nullable(),
  /** Last status seen. */
  status: shortText.nullable(),
  acts: listOf(rehearsalAct),
  /** Kinds of the sale's events so far, in order. */
  events: listOf(longText),
  /** Null until the case ends. */
  money: rehearsalMoney.nullable(),
  /** Why the case failed. */
  error: longText.nullable(),
})
export type RehearsalCase = z.output<typeof rehearsalCase>

/** The state of a rehearsal. It is over when no case is `waiting` or `running`. */
export const rehearsal = z.object({
  collectionId: shortText,
  cases: listOf(rehearsalCase),
})
export type Rehearsal = z.output<typeof rehearsal>
