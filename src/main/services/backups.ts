import { replaceFile } from '#core/disk/durable-file.ts'
import { paperPage } from '#core/policies/paper.ts'
import type { PolicyView } from '#core/policies/policy-view.ts'
import { Secret, useAndWipe } from '#core/secret/secret.ts'
import type { BackupFacts } from '#core/vault/backup-file.ts'
import { confirmImportedKeys } from './confirm/imported-keys.ts'
import { noted, type PolicyContext, warned } from './policies.ts'
import { readSource, type Source } from './read-source.ts'
import type { HandlersOf, LogDraft } from './services-deps.ts'
import { withPassphrase } from './vault.ts'

export const backupHandlers = (context: PolicyContext): HandlersOf<'backups'> => {
  const { core, log, dialogs, picked } = context
  /** Reads a backup and its passphrase, and wipes both when the work has ended. */
  const withBackup = async <T>(
    { source, backupPassphrase }: { readonly source: Source; readonly backupPassphrase: string },
    work: (file: Uint8Array, passphrase: Secret) => Promise<T>,
  ): Promise<T> =>
    useAndWipe(await readSource(source, picked), (content) =>
      useAndWipe(Secret.ofText(backupPassphrase), (passphrase) =>
        work(
          content.use((bytes) => Uint8Array.from(bytes)),
          passphrase,
        ),
      ),
    )

  return {
    'backups.save': async ({ policyId, passphrase, backupPassphrase, as }) => {
      // A caller with a passphrase of its own would get the keys, so the vault's is required:
      // before the dialog, so that nobody picks a file in vain, and again after it.
      // before the dialog so that nobody chooses a file in vain, and after it.
      await withPassphrase(context, passphrase, () => Promise.resolve())
      const ending = as === 'paper' ? 'html' : 'age'
      const path = await dialogs.saveFile(`policy-${policyId.slice(0, 8)}-backup.${ending}`)
      if (path === null) return null
      const policy = await withPassphrase(context, passphrase, () =>
        useAndWipe(Secret.ofText(backupPassphrase), (secret) =>
          core.policies.backUp(policyId, secret, async (backup) => {
            const bytes = as === 'paper' ? new TextEncoder().encode(paperPage(backup)) : backup.file
            await core.policies.deleteBackupRecordAt(path)
            await replaceFile(path, bytes)
          }),
        ),
      )
      log(noted('A backup of the policy # was made; its test is still to come.', policy, { path }))
      return { path, policy }
    },
    'backups.test': async (input) => {
      const { backup, canMint, policy } = await withBackup(input, core.policies.test)
      log(tested(backup, policy))
      return { backup: sent(backup), canMint, policy }
    },
    'backups.restore': async (input) => {
      const { backup, policy, wasKnown } = await withBackup(input, (file, passphrase) =>
        core.policies.restore(file, passphrase, confirmImportedKeys(context)),
      )
      log(noted('The keys of the policy # were restored from a backup.', policy))
      return { backup: sent(backup), alreadyHere: [...backup.alreadyHere], wasKnown, policy }
    },
    'backups.removeKeys': async ({ policyId, typed, insist }) => {
      const policy = await core.policies.removeKeys(policyId, { typed, insist })
      log(warned(noted('The keys of the policy # were removed from the vault.', policy)))
      return policy
    },
    'backups.saveCalendar': async () => {
      const path = await dialogs.saveFile('policy-locks.ics')
      if (path === null) return null
      await replaceFile(path, new TextEncoder().encode(core.policies.calendar()))
      return path
    },
  }
}

const tested = (backup: BackupFacts, policy: PolicyView | null): LogDraft =>
  noted('A backup of the policy # has passed its test.', policy ?? backup, {
    fingerprint: backup.fingerprint,
  })

/** With lists that can be sent; the script stays in this process. */
const sent = (backup: BackupFacts) => ({
  policyId: backup.policyId,
  name: backup.name,
  network: backup.network,
  created: backup.created,
  keyHashes: [...backup.keyHashes],
  elsewhere: [...backup.elsewhere],
  fingerprint: backup.fingerprint,
})
