import { replaceFile } from '#platform/disk/durable-file.ts'
import { savedBackup } from '#app/policies/paper.ts'
import { restoreBackup } from '#app/policies/backups.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import { asksOutsidePage } from './confirm/outside-devnet.ts'
import type { PolicyContext } from './policies.ts'
import { noted, warned } from './policy-log.ts'
import { readSource, type FileSource } from './read-source.ts'
import type { WindowHandlersOf } from './services-deps.ts'
import { withPassphrase } from './vault.ts'

type Passphrases = { readonly passphrase: string; readonly backupPassphrase: string }

export const backupHandlers = (context: PolicyContext): WindowHandlersOf<'backups'> => {
  const { app, log, dialogs, picked } = context
  /** Reads a backup and its passphrase, and wipes both when the work has ended. */
  const withBackup = async <T>(
    {
      source,
      backupPassphrase,
    }: { readonly source: FileSource; readonly backupPassphrase: string },
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

  /**
   * Saves a backup where the user chooses; null when they cancel. A caller with a passphrase of its
   * own would get the keys, so the vault's is required: before the dialog, so that nobody picks a
   * file in vain, and again after it.
   */
  const save = async <T>(
    { passphrase, backupPassphrase }: Passphrases,
    name: string,
    backUp: (secret: Secret, write: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
  ): Promise<{ readonly path: string; readonly saved: T } | null> => {
    await withPassphrase(context, passphrase, () => Promise.resolve())
    const path = await dialogs.saveFile(name)
    if (path === null) return null
    const saved = await withPassphrase(context, passphrase, () =>
      useAndWipe(Secret.ofText(backupPassphrase), (secret) =>
        backUp(secret, (bytes) => app.policies.replaceBackup(path, bytes)),
      ),
    )
    return { path, saved }
  }

  return {
    'backups.save': async ({ policyId, as, ...passphrases }) => {
      const isPaper = as === 'paper'
      const name = `policy-${policyId.slice(0, 8)}-backup.${isPaper ? 'html' : 'age'}`
      const done = await save(passphrases, name, (secret, write) =>
        app.policies.backUp(policyId, secret, (backup) => write(savedBackup(backup, as))),
      )
      if (done === null) return null
      const { path, saved: policy } = done
      log(noted('A backup of the policy # was made; its test is still to come.', policy, { path }))
      return { path, policy }
    },
    'backups.saveWallet': async ({ walletId, ...passphrases }) => {
      const name = `wallet-${walletId.slice(0, 8)}-backup.age`
      const done = await save(passphrases, name, (secret, write) =>
        app.wallets.backUp(walletId, secret, ({ file }) => write(file)),
      )
      if (done === null) return null
      log({
        level: 'info',
        kind: 'vault',
        message: `A backup of the wallet ${walletId} was made; its test is still to come.`,
        details: { walletId, path: done.path },
      })
      return { path: done.path }
    },
    'backups.testWallet': async (input) => {
      const { backup, wallet } = await withBackup(input, app.wallets.testBackup)
      log({
        level: 'info',
        kind: 'vault',
        message: `A backup of the wallet ${backup.id} has passed its test.`,
        details: { walletId: backup.id, fingerprint: backup.fingerprint },
      })
      return { walletId: backup.id, created: backup.created, isKnown: wallet !== null }
    },
    'backups.test': async (input) => {
      const { backup, canMint, policy } = await withBackup(input, app.policies.test)
      log(
        noted('A backup of the policy # has passed its test.', policy ?? backup, {
          fingerprint: backup.fingerprint,
        }),
      )
      return { backup, canMint, policy }
    },
    'backups.restore': async (input) => {
      const restored = await withBackup(input, (file, passphrase) =>
        restoreBackup(app, file, passphrase, asksOutsidePage(context)),
      )
      if (restored.of === 'wallet') {
        const { of, wallet, wasHere } = restored
        log({
          level: 'info',
          kind: 'vault',
          message: `The wallet ${wallet.id} was restored from a backup.`,
          details: { walletId: wallet.id },
        })
        const { id: walletId, network, firstAddress } = wallet
        return { of, walletId, network, firstAddress, wasHere }
      }
      const { of, backup, policy, wasKnown } = restored
      log(noted('The keys of the policy # were restored from a backup.', policy))
      return { of, backup, alreadyHere: backup.alreadyHere, wasKnown, policy }
    },
    'backups.removeKeys': async ({ policyId, typed, insist }) => {
      const policy = await app.policies.removeKeys(policyId, { typed, insist })
      log(warned(noted('The keys of the policy # were removed from the vault.', policy)))
      return policy
    },
    'backups.saveCalendar': async () => {
      const path = await dialogs.saveFile('policy-locks.ics')
      if (path === null) return null
      await replaceFile(path, new TextEncoder().encode(app.policies.calendar()))
      return path
    },
  }
}
