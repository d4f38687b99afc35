import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import type { Database } from '#platform/db/database.ts'

const roundRow = z.object({
  seq: z.int(),
  id: shortText,
  collection_id: shortText,
  created_at: shortText,
})
export type SaleRoundRow = z.output<typeof roundRow>

export const insertRound = (
  database: Database,
  round: Pick<SaleRoundRow, 'id' | 'collection_id' | 'created_at'>,
): void => {
  database.insert('sale_rounds', round)
}

/** Puts the mint that a sale was built as into a round. */
export const addToRound = (database: Database, roundId: string, mintId: string): void => {
  database.update('sale_mints', { round_id: roundId }, { mint_id: mintId })
}

export const findRound = (database: Database, id: string): SaleRoundRow | undefined =>
  database.get(roundRow, 'SELECT * FROM sale_rounds WHERE id = :id', { id })

/** Newest first. */
export const latestRounds = (
  database: Database,
  collectionId: string,
  most: number,
): SaleRoundRow[] =>
  database.all(
    roundRow,
    'SELECT * FROM sale_rounds WHERE collection_id = :collectionId ORDER BY seq DESC LIMIT :most',
    { collectionId, most },
  )

const memberRow = z.object({ sale_id: shortText, mint_id: shortText })
type RoundMember = z.output<typeof memberRow>

/** The sales of a round in their order, each with the mint that it was built as. */
export const membersOf = (database: Database, roundId: string): RoundMember[] =>
  database.all(
    memberRow,
    `SELECT sale_id, mint_id FROM sale_mints JOIN mints ON mints.id = mint_id
     WHERE round_id = :roundId ORDER BY mints.seq`,
    { roundId },
  )

const idRow = z.object({ round_id: shortText })

/** The round that a sale's mint is in. */
export const roundOfMint = (database: Database, mintId: string): string | undefined =>
  database.get(
    idRow,
    'SELECT round_id FROM sale_mints WHERE mint_id = :mintId AND round_id IS NOT NULL',
    { mintId },
  )?.round_id
