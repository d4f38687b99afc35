import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { PolicyKeys } from '../operations.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { WebhookSecrets } from '#platform/secret/webhook-secrets.ts'
import type { Vault } from './vault.ts'

/** An attempt costs a second of work, so a failed passphrase is not tried with every signature. */
const pauseMs = 15_000

/** Runs the work; if the vault is locked, opens it and runs the work again. */
export type OpenAgain = <T>(work: () => Promise<T>) => Promise<T>

export type Reopener = {
  readonly openAgain: OpenAgain
  /** Whether the vault can probably be opened again. */
  readonly isReady: () => boolean
}

/**
 * Reopens a locked vault to sign, with a passphrase that is available without a prompt. The vault
 * locks itself again when idle.
 */
export const createReopener = (deps: {
  readonly vault: Pick<Vault, 'unlock'>
  readonly readPassphrase: () => Promise<Secret>
  readonly now?: () => Date
}): Reopener => {
  const { vault, readPassphrase, now = () => new Date() } = deps
  let opening: Promise<void> | undefined
  let failed: { readonly at: number; readonly error: unknown } | undefined

  const open = async (): Promise<void> => {
    const at = now().getTime()
    if (failed !== undefined && Math.abs(at - failed.at) < pauseMs) throw failed.error
    try {
      await useAndWipe(await readPassphrase(), (passphrase) => vault.unlock(passphrase))
      failed = undefined
    } catch (error) {
      failed = { at, error: stillLocked(error) }
      throw failed.error
    }
  }

  const openAgain: OpenAgain = async (work) => {
    try {
      return await work()
    } catch (error) {
      if (!isColdpressError(error, 'vault_locked')) throw error
      opening ??= open().finally(() => {
        opening = undefined
      })
      await opening
      return work()
    }
  }
  return { openAgain, isReady: () => failed === undefined }
}

/** If the file is missing or holds another passphrase, the vault stays locked. */
const stillLocked = (error: unknown): unknown =>
  isColdpressError(error, 'usage') || isColdpressError(error, 'wrong_passphrase')
    ? new ColdpressError(
        'vault_locked',
        `The vault is locked and cannot be opened again. ${messageOf(error)}`,
        { cause: error },
      )
    : error

/** Keys that reopen the vault to sign. Revealing keys still needs an open vault. */
export const reopeningKeys = (keys: PolicyKeys, { openAgain, isReady }: Reopener): PolicyKeys => ({
  ...keys,
  witness: (ordered) => openAgain(() => keys.witness(ordered)),
  seal: (statements) => openAgain(() => keys.seal(statements)),
  availability: async (of) => {
    const { isOpen, missing } = await keys.availability(of)
    return { isOpen: isOpen || isReady(), missing }
  },
})

export const reopeningSecrets = (
  secrets: WebhookSecrets,
  { openAgain }: Reopener,
): WebhookSecrets => ({
  ...secrets,
  get: (...of) => openAgain(() => secrets.get(...of)),
})
