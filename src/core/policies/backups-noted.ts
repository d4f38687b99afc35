import { z } from 'zod'
import { listOf, longText, shortText } from '#shared/bounded.ts'
import type { BackupState } from '#shared/calls/facts.ts'
import { KeyHash } from '../cardano/ids.ts'
import { columns, type Database } from '../db/database.ts'
import type { BackupFacts } from '../vault/backup-file.ts'
import type { WalletBackupFacts } from '../vault/wallet-backup.ts'

type ToNote = {
  /** Whose backup it is: a policy's id, or a wallet's. */
  readonly subject: string
  readonly fingerprint: string
  /** The policy keys in it. */
  readonly keyHashes: readonly KeyHash[]
  readonly created: string
}

export const policyBackup = (backup: BackupFacts): ToNote => ({
  ...backup,
  subject: backup.policyId,
})

export const walletBackup = (backup: WalletBackupFacts): ToNote => ({
  ...backup,
  subject: backup.id,
  keyHashes: [],
})

/** That a backup was made, once its file stands. */
export const noteBackup = (db: Database, backup: ToNote): void => {
  db.run(
    `INSERT INTO noted_backups (subject, fingerprint, key_hashes, made_at)
     VALUES (:subject, :fingerprint, :keyHashes, :madeAt)
     ON CONFLICT DO NOTHING`,
    columnsOf(backup),
  )
}

/** That a backup passed its test, whether it was made here or elsewhere. */
export const recordBackupTest = (db: Database, backup: ToNote, now: Date): void => {
  db.run(
    `INSERT INTO noted_backups (subject, fingerprint, key_hashes, made_at, tested_at)
     VALUES (:subject, :fingerprint, :keyHashes, :madeAt, :testedAt)
     ON CONFLICT (subject, fingerprint) DO UPDATE SET tested_at = :testedAt`,
    { ...columnsOf(backup), testedAt: now.toISOString() },
  )
}

/** That a backup's file is about to be gone: whether it was proved no longer says anything. */
export const deleteBackupRecord = (db: Database, fingerprint: string): void => {
  db.run('DELETE FROM noted_backups WHERE fingerprint = :fingerprint', { fingerprint })
}

const columnsOf = ({ subject, fingerprint, keyHashes, created }: ToNote) => ({
  subject,
  fingerprint,
  keyHashes: JSON.stringify(keyHashes),
  madeAt: created,
})

const backupRow = z.object({
  fingerprint: shortText,
  key_hashes: columns.json(listOf(longText.transform(KeyHash))),
  made_at: shortText,
  tested_at: shortText.nullable(),
})

/**
 * How far a policy or wallet is backed up, by the latest backup that holds all of `here`.
 * @param here the keys of a policy that are in the vault; none for a wallet, whose words are one
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
