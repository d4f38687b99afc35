import { z } from 'zod'
import type { BackupState } from '../../shared/calls/facts.ts'
import { KeyHash, type PolicyId } from '../cardano/ids.ts'
import { columns, type Database } from '../db/database.ts'
import type { BackupFacts } from '../vault/backup-file.ts'

type ToNote = Pick<BackupFacts, 'policyId' | 'fingerprint' | 'keyHashes' | 'created'>

/** That a backup was made, once its file stands. */
export const noteBackup = (db: Database, backup: ToNote): void => {
  db.run(
    `INSERT INTO policy_backups (policy_id, fingerprint, key_hashes, made_at)
     VALUES (:policyId, :fingerprint, :keyHashes, :madeAt)
     ON CONFLICT DO NOTHING`,
    columnsOf(backup),
  )
}

/** That a backup passed its drill, whether it was made here or elsewhere. */
export const noteDrill = (db: Database, backup: ToNote, now: Date): void => {
  db.run(
    `INSERT INTO policy_backups (policy_id, fingerprint, key_hashes, made_at, drilled_at)
     VALUES (:policyId, :fingerprint, :keyHashes, :madeAt, :drilledAt)
     ON CONFLICT (policy_id, fingerprint) DO UPDATE SET drilled_at = :drilledAt`,
    { ...columnsOf(backup), drilledAt: now.toISOString() },
  )
}

/** That a backup's file is about to be gone: whether it was proved no longer says anything. */
export const forgetBackup = (db: Database, fingerprint: string): void => {
  db.run('DELETE FROM policy_backups WHERE fingerprint = :fingerprint', { fingerprint })
}

const columnsOf = ({ policyId, fingerprint, keyHashes, created }: ToNote) => ({
  policyId,
  fingerprint,
  keyHashes: JSON.stringify(keyHashes),
  madeAt: created,
})

const backupRow = z.object({
  fingerprint: z.string(),
  key_hashes: columns.json(z.array(z.string().transform(KeyHash))),
  made_at: z.string(),
  drilled_at: z.string().nullable(),
})

/** The state of a policy whose keys `here` are in the vault; the latest backup that holds them all. */
export const backupStateOf = (
  db: Database,
  policyId: PolicyId,
  here: ReadonlySet<KeyHash>,
): BackupState => {
  const whole = db
    .all(
      backupRow,
      `SELECT fingerprint, key_hashes, made_at, drilled_at FROM policy_backups
       WHERE policy_id = :policyId
       ORDER BY drilled_at IS NULL, drilled_at DESC, made_at DESC, fingerprint`,
      { policyId },
    )
    .find((row) => [...here].every((keyHash) => row.key_hashes.includes(keyHash)))
  if (whole === undefined) return { state: 'none' }
  const { fingerprint, made_at: madeAt, drilled_at: drilledAt } = whole
  return drilledAt === null
    ? { state: 'made', madeAt, fingerprint }
    : { state: 'drilled', madeAt, drilledAt, fingerprint }
}
