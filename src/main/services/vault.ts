import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { VaultView } from '#contract/vault/status.ts'
import type { Accounts } from '#app/accounts/accounts.ts'
import type { ServiceContext, WindowHandlersOf, LogDraft, WriteLog } from './services-deps.ts'

const vaultEntry = (message: string): LogDraft => ({ level: 'info', kind: 'vault', message })

/** Distinguishes a requested lock from an auto-lock. */
export type LockWatch = {
  readonly lockRequested: () => void
  /** Called on each change of the vault's status. */
  readonly vaultChanged: (status: Pick<VaultView, 'state'>) => void
}

export const createLockWatch = (log: WriteLog): LockWatch => {
  let wasRequested = false
  return {
    lockRequested: () => {
      wasRequested = true
    },
    vaultChanged: ({ state }) => {
      if (state === 'locked' && !wasRequested) log(vaultEntry('The vault locked itself.'))
      wasRequested = false
    },
  }
}

export type VaultContext = ServiceContext & Pick<LockWatch, 'lockRequested'>

/** The vault's owner reports changes of status, because the vault also locks itself. */
export const vaultHandlers = ({
  app: { vault, accounts },
  log,
  lockRequested,
}: VaultContext): WindowHandlersOf<'vault'> => ({
  'vault.status': () => vault.status(),
  'vault.create': async ({ passphrase }) => {
    await useAndWipe(Secret.ofText(passphrase), (secret) => vault.create(secret))
    const status = vault.status()
    log({ ...vaultEntry('The vault was created.'), details: { backend: status.backend } })
    return status
  },
  'vault.unlock': async ({ passphrase }) => {
    await useAndWipe(Secret.ofText(passphrase), (secret) => vault.unlock(secret))
    log(vaultEntry('The vault was unlocked.'))
    return vault.status()
  },
  'vault.work': () => localVaultWork(accounts),
  'vault.lock': () => {
    const wasOpen = vault.status().state === 'unlocked'
    if (wasOpen) lockRequested()
    vault.lock()
    if (wasOpen) log(vaultEntry('The vault was locked.'))
    return vault.status()
  },
  'vault.change': async ({ oldPassphrase, newPassphrase }) => {
    await useAndWipe(Secret.ofText(oldPassphrase), (before) =>
      useAndWipe(Secret.ofText(newPassphrase), (after) =>
        vault.changePassphrase({ before, after }),
      ),
    )
    log({ ...vaultEntry("The vault's passphrase was changed."), level: 'warning' })
    return vault.status()
  },
  'vault.probe': () => vault.probe(),
})

/** What waits for the vault in each Local studio. One that does not run has nothing that waits. */
const localVaultWork = async (accounts: Pick<Accounts, 'list' | 'client'>) => {
  const studios = accounts.list().filter(({ kind }) => kind === 'local')
  const answers = await Promise.allSettled(
    studios.map(async ({ id: accountId }) => {
      const { data } = await (await accounts.client(accountId)).vaultWork()
      return data.map((work) => ({ ...work, accountId }))
    }),
  )
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/**
 * Does work that asks for the passphrase each time: it is proved against the vault also while that
 * is unlocked, and the vault is as locked afterwards as it was before.
 * @throws ColdpressError `wrong_passphrase`, `vault_locked` when there is no vault yet
 */
export const withPassphrase = async <T>(
  { app: { vault }, lockRequested }: VaultContext,
  passphrase: string,
  work: () => Promise<T>,
): Promise<T> => {
  const wasLocked = vault.status().state === 'locked'
  await useAndWipe(Secret.ofText(passphrase), (secret) => vault.unlock(secret))
  try {
    return await work()
  } finally {
    if (wasLocked) {
      lockRequested()
      vault.lock()
    }
  }
}
