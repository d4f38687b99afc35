import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { dropTransaction } from './accepted.ts'
import { tipOf } from './blocks.ts'

const idRow = z.object({ id: shortText })

/**
 * Simulates a rollback, as when another fork wins: removes the newest blocks with their transactions
 * and all waiting ones that build on them. A transaction that is still valid may be sent again.
 * @returns the height of the new tip
 * @throws ColdpressError `invalid` when there are fewer blocks above the first one
 */
export const rollBack = (database: Database, blocks: number): number =>
  database.transact(() => {
    const { height } = tipOf(database)
    if (blocks > height)
      throw new ColdpressError(
        'invalid',
        `blocks: ${blocks} of them cannot be taken off, there are only ${height} above the first one`,
      )
    const newTip = height - blocks
    const gone = database.all(
      idRow,
      'SELECT id FROM transactions WHERE height > :newTip ORDER BY seq DESC',
      { newTip },
    )
    for (const { id } of gone) dropTransaction(database, id)
    database.run('DELETE FROM blocks WHERE height > :newTip', { newTip })
    return newTip
  })
