import { canSatisfy, scriptFromCbor, scriptToCbor } from '../cardano/scripts.ts'
import type { Database } from '../db/database.ts'
import { readBounded } from '../disk/read-bounded.ts'
import type { Secret } from '../secret/secret.ts'
import type { BackupFacts, SealedBackup } from '../vault/backup-file.ts'
import { fingerprintIn, maxBackupBytes } from '../vault/backup-seal.ts'
import type { RestoredBackup, Vault } from '../vault/vault.ts'
import { deleteBackupRecord, noteBackup, recordBackupTest, policyBackup } from './backups-noted.ts'
import type { PolicyView } from './policy-view.ts'
import type { OwnKeys } from '../vault/own-keys.ts'
import { findPolicy, storedPolicy, storePolicy } from './store.ts'
import type { ConfirmKeys } from './import-policy.ts'

/** What a test proved; `policy`: null when it is of no policy that is known here. */
export type BackupTest = {
  readonly backup: BackupFacts
  /** Whether the keys in the backup can mint alone, at some time. */
  readonly canMint: boolean
  readonly policy: PolicyView | null
}

/**
 * What a restore brought; `wasKnown`: the policy stood in the list before, and stays on the network
 * that it stood there with.
 */
export type Restored = {
  readonly policy: PolicyView
  readonly backup: RestoredBackup
  readonly wasKnown: boolean
}

export type Backups = {
  /**
   * Seals the policy with its keys that are here under a passphrase of its own, has `keep` put the
   * file somewhere, and then notes that there is one.
   * @throws ColdpressError `not_found`, as `Vault.backUp`, and what `keep` throws
   */
  readonly backUp: (
    policyId: string,
    passphrase: Secret,
    save: (backup: SealedBackup) => Promise<void>,
  ) => Promise<PolicyView>
  /**
   * Brings the keys of a backup into the vault and notes its policy.
   * @throws ColdpressError as `Vault.restoreBackup`
   */
  readonly restore: (
    file: Uint8Array,
    passphrase: Secret,
    confirm?: ConfirmKeys,
  ) => Promise<Restored>
  /**
   * Proves that a backup can sign, and notes it where its policy is known.
   * @throws ColdpressError as `testBackup`
   */
  readonly test: (file: Uint8Array, passphrase: Secret) => Promise<BackupTest>
  /**
   * To be called before a file is replaced: a backup in it counts no longer, proved or not. Copies
   * of it count again from their own test on.
   */
  readonly deleteBackupRecordAt: (path: string) => Promise<void>
  /** Notes a test that was passed without a vault; null when its policy is not known here. */
  readonly recordBackupTest: (backup: BackupFacts) => Promise<PolicyView | null>
}

type Deps = {
  readonly db: Database
  readonly vault: Pick<Vault, 'backUp' | 'restoreBackup' | 'testBackup'>
  readonly ownKeys: Pick<OwnKeys, 'add'>
  readonly now: () => Date
}

/** Making, proving and restoring backups; `show` tells how a policy stands afterwards. */
export const createBackups = (
  { db, vault, ownKeys, now }: Deps,
  show: (policyId: string) => Promise<PolicyView>,
): Backups => {
  const noteIfKnown = async (backup: BackupFacts): Promise<PolicyView | null> => {
    if (findPolicy(db, backup.policyId) === undefined) return null
    recordBackupTest(db, policyBackup(backup), now())
    return show(backup.policyId)
  }
  return {
    backUp: async (policyId, passphrase, save) => {
      const { script, name, network } = storedPolicy(db, policyId)
      const policy = { name, network, scriptCbor: scriptToCbor(script) }
      const sealed = await vault.backUp(policy, passphrase)
      // Noted when it stands: what nobody has must not count. A file that is not noted counts from
      // its test on.
      await save(sealed)
      noteBackup(db, policyBackup(sealed))
      return show(policyId)
    },
    restore: async (file, passphrase, confirm) => {
      // What is asked about is what the very same bytes hold, opened in memory alone.
      if (confirm !== undefined) await confirm(await vault.testBackup(file, passphrase))
      const backup = await vault.restoreBackup(file, passphrase)
      await ownKeys.add(backup.keyHashes)
      const known = findPolicy(db, backup.policyId)
      const script = scriptFromCbor(backup.scriptCbor)
      const name = backup.name ?? undefined
      // What is known here stays: the backup may be older than what its policy was found to be for.
      const network = known?.network ?? backup.network
      storePolicy(db, { script, network, origin: 'imported', name }, now())
      noteBackup(db, policyBackup(backup))
      return { policy: await show(backup.policyId), backup, wasKnown: known !== undefined }
    },
    test: async (file, passphrase) => {
      const backup = await vault.testBackup(file, passphrase)
      return { backup, canMint: canMintWith(backup), policy: await noteIfKnown(backup) }
    },
    deleteBackupRecordAt: async (path) => {
      // what is not there, or is no backup, was never noted
      const bytes = await readBounded(path, { maxBytes: maxBackupBytes }).catch(
        () => new Uint8Array(),
      )
      const fingerprint = fingerprintIn(bytes)
      if (fingerprint !== undefined) deleteBackupRecord(db, fingerprint)
    },
    recordBackupTest: noteIfKnown,
  }
}

/** Whether the keys in a backup can mint alone, at some time. */
export const canMintWith = ({ scriptCbor, keyHashes }: BackupFacts): boolean =>
  canSatisfy(scriptFromCbor(scriptCbor), new Set(keyHashes))
