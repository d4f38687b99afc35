import { endedWords, oftenAdvice } from '#platform/crash/count-deaths.ts'
import type { KeyHash } from '#cardano/ids.ts'
import type { PolicyKey, Witness } from '#cardano/keys.ts'
import type { OrderedTransaction, PaymentWallet, WalletIndex } from '#keys/policy-keys.ts'
import type { Seal, Statement } from '#keys/seal/seal.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { BackupFacts, PolicyToBackUp, SealedBackup } from '#keys/vault/backup-file.ts'
import type { GivenWord, NewPhrase } from '#keys/vault/phrase-draft.ts'
import type { VerificationKey } from '#cardano/envelope.ts'
import type {
  ItemIssue,
  ItemToMove,
  MovedToKeychain,
  RestoredBackup,
  RestoredWallet,
  Vault,
  VaultItems,
  VaultNames,
  VaultOptions,
  VaultProbe,
  VaultStatus,
} from '#keys/vault/vault.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { SealedWallet, WalletToBackUp } from '#keys/vault/wallet-backup.ts'
import { copyOf, copyOfKey, copyOfOrdered } from '../fields.ts'
import { SupervisedProcess, peerOf, type RestartLimit } from '../supervised-process.ts'
import { type Link, openLink } from '../link.ts'
import type { ProcessExit, Port } from '../port.ts'
import { keysCalls, keysEvents } from './calls.ts'
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

type KeysLink = Link<typeof keysCalls>

/**
 * Opens the vault in its own process. Beside a {@link Vault}'s errors, a call fails with `internal`
 * when that process dies and with `timeout` when it does not answer; the call may still have been
 * carried out.
 * @throws ColdpressError as `openVault` does, and `internal` when the process does not start
 */
export const startRemoteVault = async (options: RemoteVaultOptions): Promise<Vault> => {
  const vault = new RemoteVault(options)
  await vault.open()
  return vault
}

class RemoteVault implements Vault {
  readonly #options: RemoteVaultOptions
  readonly #process: SupervisedProcess<typeof keysCalls>
  #autoLockMs: number
  #status: VaultStatus | undefined
  /** Unconfirmed locks: until confirmed, status events may be outdated. */
  #unconfirmedLocks = 0

  constructor(options: RemoteVaultOptions) {
    this.#options = options
    this.#autoLockMs = options.autoLockMs
    const log = options.log ?? ((line) => console.error(`coldpress: ${line}`))
    this.#process = new SupervisedProcess({
      name: 'keys',
      start: options.start,
      connect: (port, onSilence) =>
        openLink<typeof keysEvents, typeof keysCalls>({
          port,
          serves: keysEvents,
          handlers: { status: (status) => this.#onMessage(status) },
          requests: keysCalls,
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

  async create(passphrase: Secret): Promise<void> {
    this.#requireMayOpen()
    return this.#process.request((keys) => keys.call('create', copyOf(passphrase)))
  }

  async unlock(passphrase: Secret): Promise<void> {
    this.#requireMayOpen()
    return this.#process.request((keys) => keys.call('unlock', copyOf(passphrase)))
  }

  /** Takes effect at once; a process that does not confirm the lock is ended. */
  lock(): void {
    this.#forgetUnlocked()
    if (!this.#process.isUp) return
    this.#unconfirmedLocks += 1
    this.#process
      .request((keys) => keys.call('lock', undefined, lockTimeoutMs))
      .catch(() => undefined)
      .finally(() => {
        this.#unconfirmedLocks -= 1
      })
  }

  async setAutoLock(idleMs: number): Promise<void> {
    await this.#process.request((keys) => keys.call('setAutoLock', idleMs))
    this.#autoLockMs = idleMs
  }

  changePassphrase(oldPassphrase: Secret, newPassphrase: Secret): Promise<void> {
    return this.#process.request((keys) =>
      keys.call('changePassphrase', {
        before: copyOf(oldPassphrase),
        after: copyOf(newPassphrase),
      }),
    )
  }

  storeKeys(keys: readonly PolicyKey[]): Promise<void> {
    return this.#process.request((link) => link.call('storeKeys', keys.map(copyOfKey), manyItemsMs))
  }

  hasKey(keyHash: KeyHash): Promise<boolean> {
    return this.#process.request((keys) => keys.call('hasKey', keyHash))
  }

  witness(transaction: Uint8Array, keyHash: KeyHash, walletIndex?: WalletIndex): Promise<Witness> {
    const copy = Uint8Array.from(transaction)
    return this.#process.request((keys) =>
      keys.call('witness', { transaction: copy, keyHash, walletIndex }),
    )
  }

  witnessOrdered(ordered: OrderedTransaction): Promise<Witness> {
    return this.#process.request((keys) => keys.call('witnessOrdered', copyOfOrdered(ordered)))
  }

  seal(statements: readonly Statement[]): Promise<readonly Seal[]> {
    return this.#process.request((keys) => keys.call('seal', [...statements]))
  }

  sealKey(): Promise<string | undefined> {
    return this.#process.request((keys) => keys.call('sealKey', undefined))
  }

  creatorKey(): Promise<string | undefined> {
    return this.#process.request((keys) => keys.call('creatorKey', undefined))
  }

  trustCreator(key: string): Promise<void> {
    return this.#process.request((keys) => keys.call('trustCreator', key))
  }

  /** The keys process holds no key that nobody opened. */
  #requireMayOpen(): void {
    const { closedBecause } = this.#options
    if (closedBecause !== undefined) throw new ColdpressError('forbidden', closedBecause)
  }

  createWallet(): Promise<PaymentWallet> {
    return this.#process.request((keys) => keys.call('createWallet', undefined))
  }

  revealKeys(keyHashes: readonly KeyHash[]): Promise<readonly Secret[]> {
    return this.#process.request((keys) => keys.call('revealKeys', [...keyHashes], manyItemsMs))
  }

  publicKeys(keyHashes: readonly KeyHash[]): Promise<readonly VerificationKey[]> {
    return this.#process.request((keys) => keys.call('publicKeys', [...keyHashes], manyItemsMs))
  }

  backUp(policy: PolicyToBackUp, passphrase: Secret): Promise<SealedBackup> {
    return this.#process.request((keys) =>
      keys.call('backUp', { policy, passphrase: copyOf(passphrase) }, manyItemsMs),
    )
  }

  restoreBackup(file: Uint8Array, passphrase: Secret): Promise<RestoredBackup> {
    return this.#process.request((keys) =>
      keys.call('restoreBackup', toOpen(file, passphrase), manyItemsMs),
    )
  }

  testBackup(file: Uint8Array, passphrase: Secret): Promise<BackupFacts> {
    return this.#process.request((keys) => keys.call('testBackup', toOpen(file, passphrase)))
  }

  backUpWallet(wallet: WalletToBackUp, passphrase: Secret): Promise<SealedWallet> {
    return this.#process.request((keys) =>
      keys.call('backUpWallet', { wallet, passphrase: copyOf(passphrase) }),
    )
  }

  restoreWallet(file: Uint8Array, passphrase: Secret): Promise<RestoredWallet> {
    return this.#process.request((keys) => keys.call('restoreWallet', toOpen(file, passphrase)))
  }

  startPhrase(): Promise<NewPhrase> {
    return this.#process.request((keys) => keys.call('startPhrase', undefined))
  }

  confirmPhrase(fingerprint: string, given: readonly GivenWord[]): Promise<void> {
    return this.#process.request((keys) =>
      keys.call('confirmPhrase', {
        phrase: fingerprint,
        given: given.map(({ position, word }) => ({ position, word: copyOf(word) })),
      }),
    )
  }

  restorePhrase(words: Secret): Promise<string> {
    return this.#process.request((keys) => keys.call('restorePhrase', copyOf(words)))
  }

  hasPhrase(fingerprint: string): Promise<boolean> {
    return this.#process.request((keys) => keys.call('hasPhrase', fingerprint))
  }

  derivePhraseKey(fingerprint: string, index: number): Promise<VerificationKey> {
    return this.#process.request((keys) =>
      keys.call('derivePhraseKey', { phrase: fingerprint, index }),
    )
  }

  removeKey(keyHash: KeyHash): Promise<void> {
    return this.#process.request((keys) => keys.call('removeKey', keyHash))
  }

  setApiKey(accountId: string, apiKey: Secret): Promise<void> {
    return this.#process.request((keys) =>
      keys.call('setApiKey', { accountId, apiKey: copyOf(apiKey) }),
    )
  }

  getApiKey(accountId: string): Promise<Secret | undefined> {
    return this.#process.request((keys) => keys.call('getApiKey', accountId))
  }

  removeApiKey(accountId: string): Promise<void> {
    return this.#process.request((keys) => keys.call('removeApiKey', accountId))
  }

  destroy(items: {
    readonly keyHashes: readonly KeyHash[]
    readonly accountIds: readonly string[]
    readonly phrases?: readonly string[]
  }): Promise<void> {
    const [keyHashes, accountIds] = [[...items.keyHashes], [...items.accountIds]]
    const phrases = [...(items.phrases ?? [])]
    return this.#process.request((keys) =>
      keys.call('destroy', { keyHashes, accountIds, phrases }, manyItemsMs),
    )
  }

  probe(): Promise<VaultProbe> {
    return this.#process.request((keys) => keys.call('probe', undefined))
  }

  inspect({ keyHashes, phrases }: VaultItems): Promise<readonly ItemIssue[]> {
    const items = { keyHashes: [...keyHashes], phrases: [...phrases] }
    return this.#process.request((keys) => keys.call('inspect', items, manyItemsMs))
  }

  itemsToMove(
    passphrase: Secret,
    { keyHashes, phrases, apiKeys }: VaultNames,
  ): Promise<readonly ItemToMove[]> {
    const names = { keyHashes: [...keyHashes], phrases: [...phrases], apiKeys: [...apiKeys] }
    return this.#process.request((keys) =>
      keys.call('itemsToMove', { passphrase: copyOf(passphrase), names }, manyItemsMs),
    )
  }

  openEachItem(): Promise<number> {
    return this.#process.request((keys) => keys.call('openEachItem', undefined, manyItemsMs))
  }

  moveIntoKeychain(target: {
    readonly home: string
    readonly isDefaultHome: boolean
  }): Promise<MovedToKeychain> {
    return this.#process.request((keys) => keys.call('moveIntoKeychain', target, manyItemsMs))
  }

  /** Locks; the process ends after its running calls. */
  close(): void {
    this.#forgetUnlocked()
    void this.#process.close((keys) => keys.call('lock', undefined, lockTimeoutMs))
  }

  async #initialize(link: KeysLink): Promise<void> {
    const { home, isDefaultHome, backend, scryptWorkFactor, keychainTimeoutMs } = this.#options
    const status = await link.call('open', {
      home,
      isDefaultHome,
      autoLockMs: this.#autoLockMs,
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

/** Copies to send: sent bytes are wiped. */
const toOpen = (file: Uint8Array, passphrase: Secret) => ({
  file: Uint8Array.from(file),
  passphrase: copyOf(passphrase),
})

/** Locking is instant: a process that has not confirmed by then hangs. */
const lockTimeoutMs = 10_000
/** Each of the items may take a slow keychain some seconds. */
const manyItemsMs = 600_000

const exitOf = (error: { readonly message: string } | undefined, deaths: number): ProcessExit => {
  const happened = `The keys process ${endedWords(deaths)}`
  const safe = 'What was stored is safe.'
  return error === undefined
    ? {
        restarted: true,
        message: `${happened} and was started again. ${safe} The vault is locked: unlock it to go on.${oftenAdvice(deaths)}`,
      }
    : { restarted: false, message: `${happened} and does not run now. ${safe} ${error.message}` }
}
