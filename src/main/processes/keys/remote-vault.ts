import { vaultOperations } from '#keys/operations.ts'
import type { VaultStatus } from '#keys/vault-schemas.ts'
import type { Vault, VaultOptions } from '#keys/vault/vault.ts'
import { endedWords, isOften, oftenAdvice } from '#platform/crash/count-deaths.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { type Link, openLink } from '#transport/process/link.ts'
import { clientOf } from '#transport/process/operations.ts'
import type { Port, ProcessExit } from '#transport/process/port.ts'
import {
  peerOf,
  type RestartLimit,
  SupervisedProcess,
} from '#transport/process/supervised-process.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { keysEvents, keysOperations } from './operations.ts'
import { isSameStatus, locked } from './status.ts'

export type RemoteVaultOptions = Pick<
  VaultOptions,
  'home' | 'isDefaultHome' | 'backend' | 'scryptWorkFactor' | 'keychainTimeoutMs'
> & {
  readonly start: () => Port
  readonly autoLockMs: number
  /** Why nothing opens it in this run, as a sentence for the user. */
  readonly closedBecause?: string | undefined
  /** Called on each change after the start, including auto-lock. */
  readonly onStatus: (status: VaultStatus) => void
  /** Called when the process died and was restarted, locked, or could not be started. */
  readonly onDeath: (death: ProcessExit) => void
  /** Errors of the messages, never their contents. Default: standard error. */
  readonly log?: (line: string) => void
  /** Default: three a minute. */
  readonly restarts?: RestartLimit
}

type KeysLink = Link<typeof keysOperations>

/**
 * Opens the vault in its own process. Beside a {@link Vault}'s errors, a call fails with `internal`
 * when that process dies and with `timeout` when it does not answer; the call may still have been
 * carried out.
 * @throws ColdpressError as `openVault` does, and `internal` when the process does not start
 */
export const startRemoteVault = async (options: RemoteVaultOptions): Promise<Vault> => {
  const keys = new KeysProcess(options)
  await keys.open()
  const vault = clientOf(vaultOperations, (name, input) =>
    keys.request((link) => link.call(name, input)),
  )
  /** The keys process holds no key that nobody opened. */
  const unlessClosed = (open: Vault['unlock']) => async (passphrase: Secret) => {
    const { closedBecause } = options
    if (closedBecause !== undefined) throw new ColdpressError('forbidden', closedBecause)
    await open(passphrase)
  }
  return {
    ...vault,
    create: unlessClosed(vault.create),
    unlock: unlessClosed(vault.unlock),
    setAutoLock: async (idleMs) => {
      await vault.setAutoLock(idleMs)
      keys.autoLockMs = idleMs
    },
    status: () => keys.status(),
    lock: () => keys.lock(),
    close: () => keys.close(),
  }
}

/** The process, and the vault's state as far as it was reported. */
class KeysProcess {
  readonly #options: RemoteVaultOptions
  readonly #process: SupervisedProcess<typeof keysOperations>
  /** Also for a process that is started again. */
  autoLockMs: number
  #status: VaultStatus | undefined
  /** Unconfirmed locks: until confirmed, status events may be outdated. */
  #unconfirmedLocks = 0

  constructor(options: RemoteVaultOptions) {
    this.#options = options
    this.autoLockMs = options.autoLockMs
    const log = options.log ?? ((line) => console.error(`coldpress: ${line}`))
    this.#process = new SupervisedProcess({
      name: 'keys',
      start: options.start,
      connect: (port, onSilence) =>
        openLink<typeof keysEvents, typeof keysOperations>({
          port,
          serves: keysEvents,
          handlers: { status: async (status) => this.#onMessage(status) },
          requests: keysOperations,
          peer: peerOf('keys'),
          onSilence,
          log,
        }),
      initialize: (link) => this.#initialize(link),
      onDown: () => this.#forgetUnlocked(),
      onDeath: (error, deaths) => options.onDeath(exitOf(error, deaths)),
      restarts: options.restarts,
    })
  }

  open(): Promise<void> {
    return this.#process.open()
  }

  /** The last reported status. */
  status(): VaultStatus {
    if (this.#status === undefined) throw new Error('the vault is not open')
    return this.#status
  }

  request<T>(work: (link: KeysLink) => Promise<T>): Promise<T> {
    return this.#process.request(work)
  }

  /** Takes effect at once; a process that does not confirm the lock is ended. */
  lock(): void {
    this.#forgetUnlocked()
    if (!this.#process.isUp) return
    this.#unconfirmedLocks += 1
    this.#process
      .request((keys) => keys.call('lock', undefined))
      .catch(() => undefined)
      .finally(() => {
        this.#unconfirmedLocks -= 1
      })
  }

  /** Locks; the process ends after its running calls. */
  close(): void {
    this.#forgetUnlocked()
    void this.#process.close((keys) => keys.call('lock', undefined))
  }

  async #initialize(link: KeysLink): Promise<void> {
    const { home, isDefaultHome, backend, scryptWorkFactor, keychainTimeoutMs } = this.#options
    const status = await link.call('open', {
      home,
      isDefaultHome,
      autoLockMs: this.autoLockMs,
      ...(backend !== undefined && { backend }),
      ...(scryptWorkFactor !== undefined && { scryptWorkFactor }),
      ...(keychainTimeoutMs !== undefined && { keychainTimeoutMs }),
    })
    this.#onMessage(status)
  }

  #onMessage(parsed: VaultStatus): void {
    const status = this.#unconfirmedLocks > 0 ? locked(parsed) : parsed
    const before = this.#status
    this.#status = status
    if (before !== undefined && !isSameStatus(status, before)) this.#options.onStatus(status)
  }

  #forgetUnlocked(): void {
    if (this.#status !== undefined) this.#onMessage(locked(this.#status))
  }
}

const exitOf = (error: { readonly message: string } | undefined, deaths: number): ProcessExit => {
  const happened = `The keys process ${endedWords(deaths)}`
  const safe = 'What was stored is safe.'
  return error === undefined
    ? {
        restarted: true,
        isOften: isOften(deaths),
        message: `${happened} and was started again. ${safe} The vault is locked: unlock it to go on.${oftenAdvice(deaths)}`,
      }
    : {
        restarted: false,
        isOften: isOften(deaths),
        message: `${happened} and does not run now. ${safe} ${error.message}`,
      }
}
