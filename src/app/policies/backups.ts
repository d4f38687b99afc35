import { noBackupErrors } from '#contract/backups/errors.ts'
import { readDetails } from '#values/errors/error-rules.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { canSatisfy, scriptFromCbor, scriptToCbor } from '#cardano/scripts.ts'
import type { Database } from '#platform/db/database.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { readBounded } from '#platform/disk/read-bounded.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { BackupContent, SealedBackup, RestoredBackup } from '#keys/vault-schemas.ts'
import { backupIn, fingerprintIn, maxBackupBytes } from '#keys/vault/backup-seal.ts'
import { testBackup } from '#keys/vault/test-backup.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { deleteBackupRecord, noteBackup, recordBackupTest, policyBackup } from './backups-noted.ts'
import type { PolicyView } from '#contract/policies/policy-view.ts'
import type { OwnKeys } from '#keys/vault/own-keys.ts'
import { findPolicy, storedPolicy, storePolicy } from './store.ts'
import { type AsksForKeys, confirmNewKeys } from './confirm-keys.ts'
import type { Wallets } from './wallets.ts'

/** The result of a test; `policy`: null if its policy is unknown here. */
export type BackupTest = {
  readonly backup: BackupContent
  /** Whether the backup's keys alone can mint at some time. */
  readonly canMint: boolean
  readonly policy: PolicyView | null
}

/** The result of a restore; `wasKnown`: the policy was listed before and keeps its network. */
export type Restored = {
  readonly policy: PolicyView
  readonly backup: RestoredBackup
  readonly wasKnown: boolean
}

export type Backups = {
  /**
   * Seals the policy with its keys in this vault under a passphrase, lets `keep` save the file, and
   * then records the backup.
   * @throws ColdpressError `not_found`, as `Vault.backUp`, and what `keep` throws
   */
  readonly backUp: (
    policyId: string,
    passphrase: Secret,
    save: (backup: SealedBackup) => Promise<void>,
  ) => Promise<PolicyView>
  /**
   * Stores the keys of a backup in the vault and records its policy.
   * @throws ColdpressError as `Vault.restoreBackup`
   */
  readonly restore: (file: Uint8Array, passphrase: Secret, asks?: AsksForKeys) => Promise<Restored>
  /**
   * Proves that a backup can sign, and records that if its policy is known.
   * @throws ColdpressError as `testBackup`
   */
  readonly test: (file: Uint8Array, passphrase: Secret) => Promise<BackupTest>
  /**
   * Writes a backup in place of what is in a file: a backup that it held no longer counts. A copy of
   * that counts again after its own test.
   */
  readonly replaceBackup: (path: string, backup: Uint8Array) => Promise<void>
  /** Records a test that passed without a vault; null if its policy is unknown here. */
  readonly recordBackupTest: (backup: BackupContent) => Promise<PolicyView | null>
}

type Deps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'backUp' | 'restoreBackup' | 'testBackup' | 'status'>
  readonly ownKeys: Pick<OwnKeys, 'add' | 'isConfirmed'>
  readonly now: () => Date
}

/** Creates, tests and restores backups; `show` returns the policy's view afterwards. */
export const createBackups = (
  { db, vault, ownKeys, now }: Deps,
  show: (policyId: string) => Promise<PolicyView>,
): Backups => {
  const noteIfKnown = async (backup: BackupContent): Promise<PolicyView | null> => {
    if (findPolicy(db, backup.policyId) === undefined) return null
    recordBackupTest(db, policyBackup(backup), now())
    return show(backup.policyId)
  }
  return {
    backUp: async (policyId, passphrase, save) => {
      const { script, name, network } = storedPolicy(db, policyId)
      const policy = { name, network, scriptCbor: scriptToCbor(script) }
      const sealed = await vault.backUp({ policy, passphrase })
      // Recorded after saving: an unsaved backup must not count. An unrecorded file counts after
      // its test.
      await save(sealed)
      noteBackup(db, policyBackup(sealed))
      return show(policyId)
    },
    restore: async (file, passphrase, asks) => {
      // Ask about the same bytes that will be restored, opened in memory only.
      if (asks !== undefined)
        await confirmNewKeys({ vault, ownKeys }, asks, await vault.testBackup({ file, passphrase }))
      const backup = await vault.restoreBackup({ file, passphrase })
      await ownKeys.add(backup.keyHashes)
      const known = findPolicy(db, backup.policyId)
      const script = scriptFromCbor(backup.scriptCbor)
      const name = backup.name ?? undefined
      // A known network stays: the backup may be older.
      const network = known?.network ?? backup.network
      storePolicy(db, { script, network, origin: 'imported', name }, now())
      noteBackup(db, policyBackup(backup))
      return { policy: await show(backup.policyId), backup, wasKnown: known !== undefined }
    },
    test: async (file, passphrase) => {
      const backup = await vault.testBackup({ file, passphrase })
      return { backup, canMint: canMintWith(backup), policy: await noteIfKnown(backup) }
    },
    replaceBackup: async (path, backup) => {
      // a missing file or another kind of file has no record
      const bytes = await readBounded(path, { maxBytes: maxBackupBytes }).catch(
        () => new Uint8Array(),
      )
      const fingerprint = fingerprintIn(bytes)
      if (fingerprint !== undefined) deleteBackupRecord(db, fingerprint)
      await replaceFile(path, backup)
    },
    recordBackupTest: noteIfKnown,
  }
}

/** What was restored, and of what it was the backup. */
type RestoredOf<Of, Restore extends (...given: never[]) => Promise<object>> = {
  readonly of: Of
} & Awaited<ReturnType<Restore>>

/**
 * Restores whatever a backup holds: the keys of a policy, or the wallet of a studio.
 * @throws ColdpressError as `Backups.restore` and `Wallets.restore`
 */
export const restoreBackup = async (
  {
    policies,
    wallets,
  }: { readonly policies: Pick<Backups, 'restore'>; readonly wallets: Pick<Wallets, 'restore'> },
  file: Uint8Array,
  passphrase: Secret,
  asks: AsksForKeys,
): Promise<RestoredOf<'policy', Backups['restore']> | RestoredOf<'wallet', Wallets['restore']>> => {
  try {
    return { of: 'policy', ...(await policies.restore(file, passphrase, asks)) }
  } catch (error) {
    if (!isColdpressError(error)) throw error
    if (readDetails(noBackupErrors, 'format', error.details)?.inside !== 'wallet') throw error
    return { of: 'wallet', ...(await wallets.restore(file, passphrase, asks)) }
  }
}

/** @throws ColdpressError `invalid` for bytes that are no backup; nobody is asked for a passphrase first */
export const requireBackup = (file: Uint8Array): void => void backupIn(file)

/**
 * As {@link Backups.test}, without a vault and without a data folder.
 * @throws ColdpressError as `testBackup`
 */
export const testBackupFile = async (
  file: Uint8Array,
  passphrase: Secret,
): Promise<Omit<BackupTest, 'policy'>> => {
  const backup = await testBackup(file, passphrase)
  return { backup, canMint: canMintWith(backup) }
}

/** Whether the backup's keys alone can mint at some time. */
const canMintWith = ({ scriptCbor, keyHashes }: BackupContent): boolean =>
  canSatisfy(scriptFromCbor(scriptCbor), new Set(keyHashes))
