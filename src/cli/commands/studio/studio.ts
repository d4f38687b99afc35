import { type Command, Option } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { vaultWorkText } from '#contract/sales/vault-work.ts'
import { printableJson } from '#values/text/printable.ts'
import type { Network } from '#values/networks/networks.ts'
import { requireNotMoved, untilMoved } from '#platform/disk/moved.ts'
import { createMintingClient } from '#app/api/client.ts'
import type { App, RunningStudio } from '#app/create-app.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { PublicAccess } from '#studio/public/public-access.ts'
import { canBeReadAgain } from '#cli/files.ts'
import { servedApiKey, startLocalStudio } from '#cli/local-studio.ts'
import { type LockTime, lockTime } from '#cli/options/option-values.ts'
import { command, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'
import { openPublicInbox } from './public-inbox.ts'
import { addStudioConfirm } from './studio-confirm.ts'
import { addStudioTrust } from './studio-trust.ts'
import { type PublicAccessTexts, readPublicAccess } from './read-public-access.ts'
import {
  addKeyOptions,
  type KeyOptions,
  requireKeyFile,
  servedText,
  writeKeyFile,
} from './served-text.ts'
import { walletReminder } from '../key/key-wallet.ts'
import type { StudioBackupOptions } from './backup-command.ts'
import { OutputOption } from '#cli/options/output-option.ts'
import { idKinds } from './id-kinds.ts'

/** The devnet first: it is what a new user wants. */
const studioNetworks: readonly Network[] = ['devnet', 'preprod', 'preview', 'mainnet']

type ServeOptions = PublicAccessTexts &
  KeyOptions & {
    readonly port?: string
    readonly network: Network
    readonly allowPrivateUrls?: boolean
    readonly lockAfter: LockTime
    readonly publicInbox?: string
    readonly creatorKey?: string
    readonly json?: boolean
  }

export const addStudioCommands = (program: Command): void => {
  const studio = group(program, 'studio', 'the minting service that is built into Coldpress')
  command<ServeOptions>(
    studio,
    'serve',
    'run the studio on this computer until stopped',
    'studio serve --port 4800',
    (built) =>
      addKeyOptions(built)
        .option('--port <number>', 'port on 127.0.0.1 (default: any free one)')
        .addOption(
          new Option('--network <network>', 'the network it mints on')
            .choices(studioNetworks)
            .default('devnet'),
        )
        .addOption(
          new Option(
            '--lock-after <time>',
            'lock the vault after this time without a signature: never, or a time such as 15m; with a passphrase file it opens again when needed',
          )
            .argParser(lockTime)
            .default(lockTime('15m'), '15m'),
        )
        .option(
          '--listen <address>',
          'serve the payment pages for buyers here too, for a reverse proxy, such as 127.0.0.1:4880',
        )
        .option(
          '--public-url <url>',
          'what payment links begin with: where the reverse proxy is reached, such as https://shop.example.com',
        )
        .option(
          '--trusted-proxy <address>',
          'believe X-Forwarded-For from this address or network; may be repeated',
          repeated,
        )
        .option(
          '--public-inbox <account>',
          'receive the events of this hosted account under the public URL too, at /inbox',
        )
        .option(
          '--creator-key <key>',
          'start only where “studio trust” fixed this key, so that nobody who writes the data folder can undo it',
        )
        .option('--allow-private-urls', 'allow it to fetch images from private network addresses'),
    serve,
  )
  addStudioConfirm(studio)
  addStudioTrust(studio)
  addStudioBackup(studio)
  addStudioIds(studio)
  command<YesOption>(
    studio,
    'new-chain',
    'begin a new practice chain on the devnet; what is on the old one is kept beside',
    'studio new-chain',
    (built) => built.addOption(yesOption('begin a new chain')),
    async (session, options) => (await import('./new-chain.ts')).newChainCommand(session, options),
  )
}

const serve = async (session: Session, options: ServeOptions): Promise<undefined> => {
  const port = portOf(options.port)
  const publicAccess = readPublicAccess(options)
  await requireKeyFile(options)
  await requirePassphraseAgain(session, options.lockAfter)
  const app = await session.app()
  await requireCreator(app, options.creatorKey)
  warnWithoutGateway(session, app, options.network)
  await warnOfWallet(session, app, options.network)
  warnOfProxy(session, publicAccess)
  const signs = await openForServing(session, app, options.lockAfter)
  const { publicInbox: inboxOf } = options
  const inbox =
    inboxOf === undefined ? undefined : await openPublicInbox(session, publicAccess, inboxOf)
  const running = await startLocalStudio(app, {
    network: options.network,
    port,
    allowPrivateUrls: options.allowPrivateUrls === true,
    outlivesRejections: true,
    apiKey: await apiKeyFor(session, app),
    reopener: session.reopener,
    notify: ({ message }) => session.terminal.warn(message),
    ...(publicAccess === undefined
      ? {}
      : {
          publicAccess:
            inbox === undefined ? publicAccess : { ...publicAccess, answerInbox: inbox.answer },
        }),
  })
  const withdraw = app.servedStudios.announce(options.network, running.baseUrl)
  try {
    if (!signs) await warnOfWaiting(session, running)
    const gateway = await running.gateway()
    const shown = {
      base_url: running.baseUrl,
      public_url: publicAccess?.origin ?? null,
      inbox_url: inbox?.url ?? null,
      app_id: running.appId,
      api_key: running.apiKey.text(),
      gateway_url: gateway?.baseUrl ?? null,
      gateway_token: gateway?.token.text() ?? null,
      network: options.network,
      lock_after: signs ? options.lockAfter.text : null,
      opens_again: session.reopener.isReady(),
      pid: process.pid,
    }
    await writeKeyFile(shown, options)
    // printed at once, not as an answer: the program that started the studio waits for this line
    if (options.json === true) process.stdout.write(`${printableJson(shown)}\n`)
    else session.terminal.print(servedText(shown, options, process.stdout.isTTY))
    await untilMoved(app.home, session.signal)
  } finally {
    withdraw()
    await running.close()
    inbox?.close()
  }
  requireNotMoved(app.home)
  return undefined
}

const repeated = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
]

/** The service's own file names the key, which is not in the data folder. */
const requireCreator = async ({ vault }: App, key: string | undefined): Promise<void> => {
  if (key === undefined) return
  const trusted = await vault.creatorKey()
  if (trusted === key.toLowerCase()) return
  throw new ColdpressError(
    'conflict',
    trusted === undefined
      ? `--creator-key: no key of a creator is fixed in this data folder, so its own vault would confirm everything. If nobody fixed it yet: ${hint(`studio trust ${key}`)}; otherwise find out who changed vault.json.`
      : `--creator-key: the key that is fixed in this data folder is ${trusted}. Find out who changed it.`,
  )
}

/** What nobody signs while the vault is locked. */
const warnOfWaiting = async (
  session: Session,
  { baseUrl, appId, apiKey }: Pick<RunningStudio, 'baseUrl' | 'appId' | 'apiKey'>,
): Promise<void> => {
  const { data } = await createMintingClient({ baseUrl, appId, apiKey }).vaultWork()
  const waiting = data.map((work) => `${work.collection_name}: ${vaultWorkText([work])}`)
  if (waiting.length > 0) session.terminal.warn(...waiting)
}

/** All buyers would share the limits of one address. */
const warnOfProxy = (session: Session, access: PublicAccess | undefined): void => {
  if (access === undefined || access.trustedProxies.length > 0) return
  session.terminal.warn(
    'No --trusted-proxy is given, so all requests that come through one reverse proxy count as one visitor’s and share one rate limit.',
  )
}

const warnOfWallet = async (session: Session, app: App, network: Network): Promise<void> => {
  const wallets = (await app.wallets.list()).filter((wallet) => wallet.network === network)
  session.terminal.warn(...walletReminder(wallets))
}

const warnWithoutGateway = (session: Session, app: App, network: Network): void => {
  const config = app.gateways.list().find((gateway) => gateway.network === network)
  if (network === 'devnet' || config?.isDefault === false) return
  session.terminal.warn(
    `No gateway is set up for ${network}, so nothing can be minted. To set one up: ${hint(`gateway set ${network}`)}`,
  )
}

/**
 * A passphrase that came through a pipe is gone once it was read: a vault that locked itself would
 * stay locked, and paid sales would wait until somebody starts the studio again.
 * @throws ColdpressError `usage`
 */
const requirePassphraseAgain = async (session: Session, lockAfter: LockTime): Promise<void> => {
  const path = session.passphraseFile
  if (path === undefined || isNever(lockAfter) || (await canBeReadAgain(path))) return
  throw new ColdpressError(
    'usage',
    `--lock-after: the passphrase comes through ${path}, which can be read only once. Once the vault has locked itself after ${lockAfter.text} without use, nothing could open it again. Add --lock-after never, or name a file with --passphrase-file.`,
  )
}

const isNever = ({ milliseconds }: LockTime): boolean => milliseconds === Number.POSITIVE_INFINITY

/**
 * Opens the vault where a passphrase can be had, and says what that means for the signing.
 * @returns whether it is open
 */
const openForServing = async (
  session: Session,
  app: App,
  lockAfter: LockTime,
): Promise<boolean> => {
  if (session.hasPassphrase) await session.openVault()
  const { terminal } = session
  if (app.vault.status().state !== 'unlocked') {
    terminal.warn(
      'The vault is locked, so the studio signs nothing: paid sales wait, and policies cannot be exported. To unlock it, start again with --passphrase-file FILE.',
    )
    return false
  }
  await app.vault.setAutoLock(lockAfter.milliseconds)
  const { text } = lockAfter
  if (isNever(lockAfter)) terminal.info('The vault stays open until the studio stops.')
  else if (session.reopener.isReady())
    terminal.info(
      `The vault locks itself after ${text} without use. To sign, the studio opens it again with the passphrase in ${session.passphraseFile ?? ''}.`,
    )
  else
    terminal.warn(
      `The vault locks itself after ${text} without use and stays locked: paid sales then wait until you start the studio again. To avoid this, add --lock-after never or --passphrase-file FILE.`,
    )
  return true
}

const apiKeyFor = async (session: Session, app: App): Promise<Secret> => {
  const { key, lasting } = await servedApiKey(app)
  if (!lasting)
    session.terminal.warn('The API key is valid for this run only, because the vault is locked.')
  return key
}

const portOf = (text: string | undefined): number => {
  const port = text === undefined ? 0 : Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ColdpressError(
      'usage',
      `--port: ${text} is not a port; give a number from 0 to 65535.`,
    )
  }
  return port
}

const addStudioIds = (studio: Command): void =>
  command(
    studio,
    'ids <kind>',
    `list the newest ids of one kind in this home, for scripts and the completion of a shell: ${idKinds.join(', ')}`,
    'studio ids sale',
    (ids) => ids,
    async (session, _options, text = '') => {
      const kind = idKinds.find((known) => known === text)
      if (kind !== undefined) return (await import('./ids-command.ts')).idsCommand(session, kind)
      throw new ColdpressError('usage', `${text}: give one of ${idKinds.join(', ')}.`)
    },
  )

/** What copies a data folder is large: it is loaded when it is asked for, and not for the help. */
const addStudioBackup = (studio: Command): void =>
  command<StudioBackupOptions>(
    studio,
    'backup',
    'write databases and vault into one encrypted file, while the studio serves',
    'studio backup --out studio.coldpress',
    (backup) =>
      backup
        .addOption(
          new OutputOption(
            '--out <file>',
            'the file to write; “home import” restores it',
          ).makeOptionMandatory(),
        )
        .option('--images', 'include the images; without them they exist where they are pinned'),
    async (session, options) =>
      (await import('./backup-command.ts')).backupCommand(session, options),
  )
