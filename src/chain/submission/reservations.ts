import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { type OutputRef, refText } from '#cardano/utxo.ts'
import type { Database } from '#platform/db/database.ts'

/**
 * Reserved inputs, so that two transactions under construction never spend the same one. A
 * reservation ends by release or at its slot; not before the holder's transactions that may still
 * reach the chain are settled.
 */
export type Reservations = {
  /**
   * Reserves all or none, in one database transaction.
   * @param until the first slot after the reservation
   * @throws ColdpressError `conflict` when another holder has reserved one of them
   */
  readonly reserve: (refs: readonly OutputRef[], holder: string, until: bigint) => void
  readonly release: (holder: string) => void
  /** `<transaction ID>#<index>` of every reserved input. */
  readonly reserved: () => ReadonlySet<string>
}

const refRow = z.object({ ref: shortText })

/** The largest exact integer in JavaScript; such a reservation never expires. */
const lastSlot = BigInt(Number.MAX_SAFE_INTEGER)

/** @param slot the slot of now */
export const createReservations = (db: Database, slot: () => bigint): Reservations => {
  const live = `until_slot > :slot OR EXISTS
    (SELECT 1 FROM submissions WHERE submissions.holder = reserved_inputs.holder AND settled = 0)`

  return {
    reserve: (refs, holder, until) =>
      db.transact(() => {
        db.run(`DELETE FROM reserved_inputs WHERE NOT (${live})`, { slot: slot() })
        for (const ref of refs.map(refText)) {
          const mine = db.run(
            `INSERT INTO reserved_inputs (ref, holder, until_slot) VALUES (:ref, :holder, :until)
             ON CONFLICT (ref) DO UPDATE SET until_slot = :until WHERE holder = :holder`,
            { ref, holder, until: until < lastSlot ? until : lastSlot },
          )
          if (mine === 0) throw taken(ref)
        }
      }),
    release: (holder) => {
      db.run('DELETE FROM reserved_inputs WHERE holder = :holder', { holder })
    },
    reserved: () => {
      const rows = db.all(refRow, `SELECT ref FROM reserved_inputs WHERE ${live}`, { slot: slot() })
      return new Set(rows.map((row) => row.ref))
    },
  }
}

const taken = (ref: string): ColdpressError =>
  new ColdpressError(
    'conflict',
    `inputs: ${ref} is promised to another transaction that is on its way. Wait until that is done, or pay from other funds.`,
    { details: { ref } },
  )
