import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import type { BackupState } from '#contract/backups/backup.ts'
import { KeyHash } from '#cardano/ids.ts'
import { columns, type Database } from '#platform/db/database.ts'
import type { BackupContent, WalletBackupContent } from '#keys/vault-schemas.ts'

type ToNote = {
  /** ID of the policy or wallet. */
  readonly subject: string
  readonly fingerprint: string
  /** The policy keys in the backup. */
  readonly keyHashes: readonly KeyHash[]
  readonly created: string
}

export const policyBackup = (backup: BackupContent): ToNote => ({
  ...backup,
  subject: backup.policyId,
})

export const walletBackup = (backup: WalletBackupContent): ToNote => ({
  ...backup,
  subject: backup.id,
  keyHashes: [],
})

/** Records a backup after its file is written. */
export const noteBackup = (db: Database, backup: ToNote): void => {
  db.insert('noted_backups', columnsOf(backup), 'ON CONFLICT DO NOTHING')
}

/** Records a passed backup test, also of a backup made elsewhere. */
export const recordBackupTest = (db: Database, backup: ToNote, now: Date): void => {
  db.insert(
    'noted_backups',
    { ...columnsOf(backup), tested_at: now.toISOString() },
    'ON CONFLICT (subject, fingerprint) DO UPDATE SET tested_at = excluded.tested_at',
  )
}

/** Deletes the record of a backup whose file is about to be replaced. */
export const deleteBackupRecord = (db: Database, fingerprint: string): void => {
  db.run('DELETE FROM noted_backups WHERE fingerprint = :fingerprint', { fingerprint })
}

const columnsOf = ({ subject, fingerprint, keyHashes, created }: ToNote) => ({
  subject,
  fingerprint,
  key_hashes: keyHashes,
  made_at: created,
})

const backupRow = z.object({
  fingerprint: shortText,
  key_hashes: columns.json(listOf(longText.transform(KeyHash))),
  made_at: shortText,
  tested_at: shortText.nullable(),
})

/**
 * The backup state of a policy or wallet, by the latest backup that holds all of `here`.
 * @param here the policy's keys in the vault; empty for a wallet, which is stored as one phrase
 */
export const backupStateOf = (
  db: Database,
  subject: string,
  here: ReadonlySet<KeyHash>,
): BackupState => {
  const whole = db
    .all(
      backupRow,
      `SELECT fingerprint, key_hashes, made_at, tested_at FROM noted_backups
       WHERE subject = :subject
       ORDER BY tested_at IS NULL, tested_at DESC, made_at DESC, fingerprint`,
      { subject },
    )
    .find((row) => [...here].every((keyHash) => row.key_hashes.includes(keyHash)))
  if (whole === undefined) return { state: 'none' }
  const { fingerprint, made_at: madeAt, tested_at: testedAt } = whole
  return testedAt === null
    ? { state: 'made', madeAt, fingerprint }
    : { state: 'tested', madeAt, testedAt, fingerprint }
}
