import { z } from 'zod'
import { listOf, longText, shortText } from './bounded.ts'
import { saleResolutions } from './wire/sale.ts'

/** What a rehearsal plays: one sale each, all at the same time. */
export const rehearsalCases = [
  'exact',
  'short_then_rest',
  'short_refunded',
  'over_accepted',
  'over_refunded',
  'late',
  'twice',
] as const
export type RehearsalCaseName = (typeof rehearsalCases)[number]

const lovelace = z.int()

/** What the rehearsal did, as a buyer (`reserved`, `paid`) or as the seller (`resolved`). */
const rehearsalAct = z.discriminatedUnion('kind', [
  /** `lovelace` is the price. */
  z.object({ kind: z.literal('reserved'), lovelace }),
  z.object({ kind: z.literal('paid'), lovelace }),
  z.object({ kind: z.literal('resolved'), action: z.enum(saleResolutions) }),
])
export type RehearsalAct = z.output<typeof rehearsalAct>

/** Where what was paid has gone, out of the transactions themselves: the rest adds up to `paid`. */
const rehearsalMoney = z.object({
  paid: lovelace,
  /** To the payout addresses. */
  income: lovelace,
  fees: lovelace,
  /** With the tokens, because the ledger wants it there. */
  withTokens: lovelace,
  /** To who paid. */
  returned: lovelace,
})
export type RehearsalMoney = z.output<typeof rehearsalMoney>

const rehearsalCase = z.object({
  name: z.enum(rehearsalCases),
  /** `stopped`: the rehearsal was cancelled before this had ended. */
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'stopped']),
  saleId: shortText.nullable(),
  /** Of the token that is sold. */
  assetName: shortText.nullable(),
  /** The sale's status as it was last seen. */
  status: shortText.nullable(),
  acts: listOf(rehearsalAct),
  /** Kinds of the events that the sale has told so far, in order. */
  events: listOf(longText),
  /** Null until it has ended. */
  money: rehearsalMoney.nullable(),
  /** What did not go as it should. */
  error: longText.nullable(),
})
export type RehearsalCase = z.output<typeof rehearsalCase>

/** A rehearsal as far as it is; over when no case is `waiting` or `running`. */
export const rehearsal = z.object({
  collectionId: shortText,
  cases: listOf(rehearsalCase),
})
export type Rehearsal = z.output<typeof rehearsal>
