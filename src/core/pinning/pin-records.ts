import { z } from 'zod'
import { shortText } from '#shared/bounded.ts'
import type { Cid } from '../content/cid.ts'
import type { Database } from '../db/database.ts'
import type { PinTargetIdentity } from './pinner.ts'

/** Which pin targets answered when that they have an image pinned. Losing it costs only questions. */
export const pinRecordsTable = `CREATE TABLE pin_records (
  cid TEXT NOT NULL,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  peer TEXT NOT NULL,
  answered_at TEXT NOT NULL,
  PRIMARY KEY (cid, kind, url, peer)
) STRICT, WITHOUT ROWID`

const recordRow = z.object({
  kind: shortText,
  url: shortText,
  peer: shortText,
  answered_at: shortText,
})
export type PinRecord = PinTargetIdentity & { readonly answeredAt: string }

export interface PinRecords {
  /** Stores what a target answered: which of the images it has, and which it has not. */
  note(
    target: PinTargetIdentity,
    answer: { readonly held: Iterable<Cid>; readonly lost: Iterable<Cid> },
  ): void
  /** The targets that had the image when they were last asked, the latest answer first. */
  of(cid: Cid): readonly PinRecord[]
}

export const createPinRecords = (db: Database, now: () => Date = () => new Date()): PinRecords => ({
  note: (target, { held, lost }) => {
    const answered_at = now().toISOString()
    const { kind, url, peer } = target
    // A question can be asked again, so a sync would cost more than it saves.
    db.transactUnsynced(() => {
      for (const cid of held) {
        const row = { cid, kind, url, peer, answered_at }
        db.upsert('pin_records', row, 'cid', 'kind', 'url', 'peer')
      }
      for (const cid of lost)
        db.run(
          `DELETE FROM pin_records
           WHERE cid = :cid AND kind = :kind AND url = :url AND peer = :peer`,
          { cid, kind, url, peer },
        )
    })
  },
  of: (cid) =>
    db
      .all(
        recordRow,
        `SELECT kind, url, peer, answered_at FROM pin_records WHERE cid = :cid
         ORDER BY answered_at DESC`,
        { cid },
      )
      .map(({ answered_at: answeredAt, ...target }) => ({ ...target, answeredAt })),
})
