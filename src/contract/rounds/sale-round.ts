import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { warnings } from '../fields.ts'
import { validForSeconds } from '../mints/mint.ts'
import { limits } from '#values/bounds/limits.ts'
import { exampleIds, exampleKeyHash, exampleTime, exampleTxId } from '../examples.ts'

/**
 * Signing rounds: the transactions of paid sales that keys elsewhere sign, as one signing request.
 * Not part of the original interface.
 */

export const saleRoundRequest = z
  .object({
    /** Time to sign and send, at most until the policy locks. Default: a day. */
    valid_for_seconds: validForSeconds,
  })
  .meta({ id: 'SaleRoundRequest', examples: [{ valid_for_seconds: 86_400 }] })
export type SaleRoundRequest = z.output<typeof saleRoundRequest>

/**
 * - `awaiting_witnesses`: some of its transactions wait for signatures.
 * - `sending`: all are signed; some are not confirmed yet.
 * - `completed`: nothing is open, and some of its sales were delivered.
 * - `ended`: its time ended before it was signed. `withdrawn`: it was withdrawn before, or nothing proved
 *   who had ordered it.
 */
const saleRoundStatuses = [
  'awaiting_witnesses',
  'sending',
  'completed',
  'ended',
  'withdrawn',
] as const

const exampleRound = {
  id: exampleIds.round,
  collection_id: exampleIds.collection,
  status: 'awaiting_witnesses',
  sales: [
    {
      sale_id: exampleIds.sale,
      mint_id: exampleIds.mint,
      tx_id: exampleTxId,
      status: 'awaiting_witnesses',
    },
  ],
  missing: [exampleKeyHash],
  missing_here: [],
  valid_until: exampleTime,
  created_at: exampleTime,
} as const

export const saleRound = z
  .object({
    id: shortText,
    collection_id: shortText,
    status: z.enum(saleRoundStatuses),
    /** Its sales, each with the mint that it was built as, also one that was given up since. */
    sales: listOf(
      z.object({ sale_id: shortText, mint_id: shortText, tx_id: shortText, status: shortText }),
    ).max(limits.salesPerRound),
    /** Key hashes whose signatures are missing. */
    missing: listOf(shortText),
    /** Those of `missing` that the studio's own vault will sign with. */
    missing_here: listOf(shortText),
    /** The earliest end of its transactions. */
    valid_until: shortText,
    warnings,
    created_at: shortText,
  })
  .meta({ id: 'SaleRound', examples: [exampleRound] })
export type SaleRound = z.output<typeof saleRound>

/** What a collection's paid sales wait for, and its rounds. */
export const saleRounds = z
  .object({
    /** Keys that sign for the policy and are not in the studio's vault; empty where it has enough. */
    keys_elsewhere: listOf(shortText),
    /** Seconds: the delivery time that the seller stated last; null where none was stated. */
    delivers_within: z.int().nullable(),
    /** Paid sales in no round, the most urgent first. */
    waiting: listOf(z.object({ sale_id: shortText, deliver_by: shortText })),
    /** Newest first, at most the last 50. */
    rounds: listOf(saleRound),
  })
  .meta({
    id: 'SaleRounds',
    examples: [
      {
        keys_elsewhere: [exampleKeyHash],
        delivers_within: 86_400,
        waiting: [],
        rounds: [exampleRound],
      },
    ],
  })
export type SaleRounds = z.output<typeof saleRounds>
