import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { Cid } from '../content/cid.ts'
import { columns, type Database } from '#platform/db/database.ts'
import type { PinLabel, PinTargetIdentity } from './pinner.ts'

/** Which pin targets answered when that they have an image pinned. Losing it costs only questions. */
export const pinRecordsTable = `CREATE TABLE pin_records (
  cid TEXT NOT NULL,
  kind TEXT NOT NULL,
  url TEXT NOT NULL,
  peer TEXT NOT NULL,
  answered_at TEXT NOT NULL,
  PRIMARY KEY (cid, kind, url, peer)
) STRICT, WITHOUT ROWID`

/** A lost pin keeps its row: without it, nobody would look for it again. */
export const lostPinsColumn = 'ALTER TABLE pin_records ADD COLUMN lost_at TEXT'
/** What the pin is called, for the time that it is sent again. */
export const pinLabelColumn = 'ALTER TABLE pin_records ADD COLUMN label TEXT'

const cidRow = z.object({ cid: shortText.transform(Cid) })
const targetRow = z.object({ kind: shortText, url: shortText })
const labelRow = z.object({
  label: columns.json(z.object({ collection: longText, token: longText })),
})

const recordRow = z.object({
  kind: shortText,
  url: shortText,
  peer: shortText,
  answered_at: shortText,
})
export type PinRecord = PinTargetIdentity & { readonly answeredAt: string }

export type PinAnswer = {
  readonly held: Iterable<Cid>
  readonly lost: Iterable<Cid>
  /** Of the pins that were made. */
  readonly label?: PinLabel | undefined
}

export interface PinRecords {
  /** Stores what a target answered: which of the images it has, and which it has not. */
  note(target: PinTargetIdentity, answer: PinAnswer): void
  /** The targets that had the image when they were last asked, the latest answer first. */
  of(cid: Cid): readonly PinRecord[]
  /** What a target once had, also what it has lost since. */
  everAt(isTarget: (target: Pick<PinTargetIdentity, 'kind' | 'url'>) => boolean): readonly Cid[]
  /** What the image was called when it was pinned. */
  labelOf(cid: Cid): PinLabel | undefined
}

export const createPinRecords = (db: Database, now: () => Date = () => new Date()): PinRecords => ({
  note: (target, { held, lost, label }) => {
    const answered_at = now().toISOString()
    const { kind, url, peer } = target
    // A question can be asked again, so a sync would cost more than it saves.
    db.transactUnsynced(() => {
      for (const cid of held) {
        const key = { cid, kind, url, peer }
        const row = {
          ...key,
          answered_at,
          lost_at: null,
          ...(label === undefined ? {} : { label }),
        }
        db.upsert('pin_records', row, 'cid', 'kind', 'url', 'peer')
      }
      for (const cid of lost)
        db.update('pin_records', { lost_at: answered_at }, { cid, kind, url, peer })
    })
  },
  of: (cid) =>
    db
      .all(
        recordRow,
        `SELECT kind, url, peer, answered_at FROM pin_records WHERE cid = :cid AND lost_at IS NULL
         ORDER BY answered_at DESC`,
        { cid },
      )
      .map(({ answered_at: answeredAt, ...target }) => ({ ...target, answeredAt })),
  everAt: (isTarget) =>
    db
      .all(targetRow, 'SELECT DISTINCT kind, url FROM pin_records')
      .filter(isTarget)
      .flatMap((target) =>
        db.all(
          cidRow,
          'SELECT DISTINCT cid FROM pin_records WHERE kind = :kind AND url = :url',
          target,
        ),
      )
      .map(({ cid }) => cid),
  labelOf: (cid) =>
    db.get(
      labelRow,
      'SELECT label FROM pin_records WHERE cid = :cid AND label IS NOT NULL LIMIT 1',
      { cid },
    )?.label,
})
