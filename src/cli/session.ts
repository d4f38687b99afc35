import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import {
  minPassphraseChars,
  passphraseStrength,
  scoreWords,
} from '#values/passphrases/passphrase-strength.ts'
import { findCollectionId } from '#app/collections/find-collection.ts'
import type { FoundStudio } from '#app/accounts/served-studios.ts'
import type { App, RunningStudio } from '#app/create-app.ts'
import { type Home, homeError, homeOf } from '#platform/disk/home.ts'
import type { Network } from '#values/networks/networks.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import { servedKeyName } from '#platform/secret/stored-names.ts'
import packageJson from '#package' with { type: 'json' }
import { createReopener, type Reopener } from '#keys/vault/reopener.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { canBeReadAgain } from './files.ts'
import { reachServedStudio, startLocalStudio } from './local-studio.ts'
import { readPassphraseFile } from './private-file.ts'
import { Terminal } from './terminal/terminal.ts'

/** The options that every command takes. */
export type GlobalOptions = {
  readonly home?: string
  readonly account?: string
  readonly json?: boolean
  readonly quiet?: boolean
  readonly verbose?: boolean
  readonly passphraseFile?: string
  readonly studioKeyFile?: string
}

type ServedHere = { readonly studio: FoundStudio; readonly key: Secret }

/** Another version may speak another interface; a studio that signs nothing would only note what it is asked. */
const takesCommands = ({ studio }: ServedHere): boolean =>
  studio.signs && studio.version === packageJson.version

const passphraseFileName = 'passphrase file'
const vaultQuestion = 'Vault passphrase: '

/** So often a wrong passphrase may be typed. */
const attempts = 3

/** One run of the command line: its options, its terminal, and the app, opened when first needed. */
export class Session {
  readonly options: GlobalOptions
  readonly terminal: Terminal
  readonly signal: AbortSignal
  #app: Promise<App> | undefined
  #reopener: Reopener | undefined
  #weakness: string | undefined
  /** Studios of this home that other processes serve, as far as they were looked for. */
  readonly #served = new Map<Network, ServedHere>()
  /** Networks whose studio this process has itself. */
  readonly #own = new Set<Network>()
  /** A command that sets it before the app is opened works in a data folder that was moved too. */
  opensMoved = false

  constructor(options: GlobalOptions, signal: AbortSignal) {
    this.options = options
    this.signal = signal
    this.terminal = new Terminal({ quiet: options.quiet === true, signal })
  }

  get home(): Home {
    return homeOf(this.options.home ?? process.env['COLDPRESS_HOME'])
  }

  get account(): string {
    return this.options.account ?? 'local'
  }

  app(): Promise<App> {
    this.#app ??= this.terminal.showWhile('Opening the data folder …', () => this.#openCore())
    return this.#app
  }

  async #openCore(): Promise<App> {
    const { path, isDefault } = this.home
    // half of what a command costs that never asks for it
    const { createApp } = await import('#app/create-app.ts')
    try {
      const app: App = await createApp({
        home: path,
        isDefaultHome: isDefault,
        evenMoved: this.opensMoved,
        startStudio: (network) => this.#startStudio(app, network),
      })
      return app
    } catch (error) {
      throw isColdpressError(error) ? error : homeError(path, '--home or COLDPRESS_HOME', error)
    }
  }

  /**
   * Whether the studio of the account is this process's own: it ends with it, and its vault is the one
   * here. Another process may serve it.
   */
  async ownsStudio(): Promise<boolean> {
    const app = await this.app()
    const { chain } = app.accounts.get(this.account)
    if (chain === undefined || this.#own.has(chain)) return chain !== undefined
    const served = await this.#findServed(app, chain)
    return served === undefined || !takesCommands(served)
  }

  /** The studio that another process serves, else one that ends with this command. */
  async #startStudio(app: App, network: Network): Promise<RunningStudio> {
    const served = await this.#findServed(app, network)
    if (served !== undefined && takesCommands(served))
      return reachServedStudio(app, served.studio, served.key)
    this.#own.add(network)
    const linkOrigin = served?.studio.public_url ?? undefined
    return startLocalStudio(app, {
      network,
      reopener: this.reopener,
      ...(linkOrigin === undefined ? {} : { linkOrigin }),
    })
  }

  async #findServed(app: App, network: Network): Promise<ServedHere | undefined> {
    const known = this.#served.get(network)
    if (known !== undefined || !app.servedStudios.isAnnounced(network)) return known
    const key = await this.#servedKey(app)
    const studio = key === undefined ? undefined : await app.servedStudios.find(network, key)
    if (key === undefined || studio === undefined) return undefined
    this.#served.set(network, { studio, key })
    return { studio, key }
  }

  /** The key that `studio serve` proves itself by; undefined where it is in a vault that nobody opens. */
  async #servedKey({ vault }: App): Promise<Secret | undefined> {
    const file = this.options.studioKeyFile ?? process.env['COLDPRESS_STUDIO_KEY_FILE']
    if (file !== undefined) return readPassphraseFile(file, 'key file')
    try {
      return await vault.getApiKey(servedKeyName)
    } catch (error) {
      if (!isColdpressError(error, 'vault_locked')) throw error
      if (vault.status().state !== 'locked' || !this.hasPassphraseFile) return undefined
      await this.openVault()
      return vault.getApiKey(servedKeyName)
    }
  }

  async close(): Promise<void> {
    const app = await this.#app?.catch(() => undefined)
    await app?.close()
  }

  /**
   * Does work that may need the vault. When the vault says that it is locked, or has no passphrase
   * yet, asks for one and does the work again: an operation that throws `vault_locked` has changed nothing.
   */
  async withVault<T>(work: (app: App) => Promise<T>): Promise<T> {
    const app = await this.app()
    try {
      return await work(app)
    } catch (error) {
      const { state } = app.vault.status()
      if (!isColdpressError(error, 'vault_locked') || state === 'unlocked') throw error
      await this.openVault(error)
      return work(app)
    }
  }

  /** The id of a collection of the account, which a person names by its id or its name. */
  findCollectionId(nameOrId: string): Promise<string> {
    return findCollectionId(
      () => this.withVault(async (app) => app.accounts.client(this.account)),
      nameOrId,
      this.signal,
    )
  }

  /**
   * Unlocks the vault, or creates it where there is none, from `--passphrase-file` or a prompt.
   * @throws `because`, or `vault_locked`, when there is neither a passphrase file nor a terminal.
   */
  async openVault(because?: ColdpressError): Promise<void> {
    const { vault } = await this.app()
    const { state } = vault.status()
    if (state === 'unlocked') return
    const open = async (passphrase: Secret): Promise<void> => {
      if (state === 'new') return this.#createVault(vault, passphrase)
      await this.terminal.showWhile('Opening the vault …', () => vault.unlock(passphrase))
      await this.#checkStrength(passphrase)
    }
    if (state === 'locked' && this.passphraseFile === undefined && this.terminal.canPrompt)
      await this.usePromptedSecret(vaultQuestion, open)
    else await useAndWipe(await this.#passphrase(state, because), open)
    const path = this.passphraseFile
    if (path !== undefined && (await canBeReadAgain(path))) {
      const readPassphrase = (): Promise<Secret> => readPassphraseFile(path, passphraseFileName)
      this.#reopener = createReopener({ vault, readPassphrase })
    }
  }

  /**
   * Opens the vault again when it has locked itself, once it was opened in this run with a passphrase
   * file that can be read again.
   */
  readonly reopener: Reopener = {
    openAgain: (work) => this.#reopener?.openAgain(work) ?? work(),
    isReady: () => this.#reopener?.isReady() ?? false,
  }

  /** What is wrong with the vault's passphrase, once it was opened in this run; a sentence. */
  get passphraseWeakness(): string | undefined {
    return this.#weakness
  }

  /** Older vaults may have a passphrase that is weaker than today's rule; it still opens them. */
  async #checkStrength(passphrase: Secret): Promise<void> {
    this.#weakness = (await passphraseStrength(passphrase.text())).error
    if (this.#weakness !== undefined)
      this.terminal.info(
        `The passphrase of your vault is weaker than Coldpress accepts today. ${this.#weakness} Change it in the window: Settings → Vault.`,
      )
  }

  async #createVault(vault: Vault, passphrase: Secret): Promise<void> {
    await this.terminal.showWhile('Making the vault …', () => vault.create(passphrase))
    const { note } = vault.status()
    if (note !== undefined) this.terminal.warn(note)
    this.terminal.info(
      'The vault was created. Nobody can use its keys without the passphrase: keep it safe.',
    )
  }

  /** The passphrase of an existing vault, from `--passphrase-file` or a prompt. The caller wipes it. */
  async vaultPassphrase(): Promise<Secret> {
    const passphrase = await this.#passphrase('locked')
    // to try it takes a second or more; the line stays until the next one
    if (this.terminal.canDraw) this.terminal.draw('Opening the vault …')
    return passphrase
  }

  /** Whether there is a passphrase file, or a terminal to ask on. */
  get hasPassphrase(): boolean {
    return this.hasPassphraseFile || this.terminal.canPrompt
  }

  get hasPassphraseFile(): boolean {
    return this.passphraseFile !== undefined
  }

  /** The path of the file with the vault's passphrase, where one was named. */
  get passphraseFile(): string | undefined {
    return this.options.passphraseFile ?? process.env['COLDPRESS_PASSPHRASE_FILE']
  }

  async #passphrase(state: 'new' | 'locked', because?: ColdpressError): Promise<Secret> {
    if (this.passphraseFile !== undefined)
      return readPassphraseFile(this.passphraseFile, passphraseFileName)
    if (!this.terminal.canPrompt) {
      const next =
        state === 'new'
          ? 'The vault has no passphrase yet. Give one with --passphrase-file FILE, or run this in a terminal to choose one.'
          : 'The vault is locked. Give its passphrase with --passphrase-file FILE, or run this in a terminal.'
      throw new ColdpressError('vault_locked', next, { cause: because })
    }
    return state === 'locked' ? this.terminal.promptSecret(vaultQuestion) : this.#choosePassphrase()
  }

  async #choosePassphrase(): Promise<Secret> {
    this.terminal.warn(
      'A vault protects your signing keys with a passphrase. Choose one now. Nobody can restore it for you.',
    )
    return this.promptNewSecret(
      `New vault passphrase (at least ${minPassphraseChars} characters): `,
    )
  }

  /**
   * Does work with a passphrase that is asked for. A wrong one is asked for again.
   * @param option gives the passphrase where there is no terminal
   * @throws ColdpressError `wrong_passphrase` for the third wrong one, `usage` without a terminal
   */
  async usePromptedSecret<T>(
    question: string,
    work: (passphrase: Secret) => Promise<T>,
    option?: string,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await useAndWipe(await this.terminal.promptSecret(question, option), work)
      } catch (error) {
        if (attempt === attempts || !isColdpressError(error, 'wrong_passphrase')) throw error
        this.terminal.warn(error.message)
      }
  }

  /**
   * Asks for a new passphrase, twice, until it is strong enough and both are the same.
   * @param option gives the passphrase where there is no terminal
   */
  async promptNewSecret(question: string, option?: string): Promise<Secret> {
    for (;;) {
      const first = await this.terminal.promptSecret(question, option)
      const { score, error } = await passphraseStrength(first.text())
      if (error === undefined) {
        this.terminal.info(`This passphrase is ${scoreWords[score]}.`)
        const again = await this.terminal.promptSecret('Confirm passphrase: ')
        if (await useAndWipe(again, async () => first.text() === again.text())) return first
      }
      first.wipe()
      this.terminal.warn(
        error === undefined
          ? 'The two passphrases differ. Type the new one again.'
          : `The passphrase is too weak. ${error}`,
      )
    }
  }
}
