import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import type { Command } from 'commander'
import { errorTable, isColdpressError } from '#values/errors/errors.ts'
import { countText, durationText, numberText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import type { GatewayConfig } from '#chain/gateway/stored-gateways.ts'
import { clockIssueIn } from '#platform/disk/home.ts'
import type { App } from '#app/create-app.ts'
import { describeProxies } from '#platform/http/outgoing/proxy.ts'
import { isOfflineError } from '#platform/offline/offline.ts'
import {
  checkOfError,
  checkRestored,
  type DoctorCheck,
  errorCheck,
  ok,
  warnCheck,
} from './doctor-check.ts'
import { checkKeys } from './doctor-keys.ts'
import { command } from '#cli/program.ts'
import { writeBytes } from '#cli/files.ts'
import type { Session } from '#cli/session.ts'
import { walletReminder } from '../key/key-wallet.ts'
import { adviceForDamaged } from '#platform/db/database-error.ts'
import { checkDatabases } from '#platform/db/home-databases.ts'
import { timeAhead } from '#devnet/home-devnet.ts'
import { hint } from '#cli/terminal/hint.ts'
import type { Program } from '#app/doctor/diagnostics.ts'
import { reportText } from '#app/doctor/report.ts'
import packageJson from '#package' with { type: 'json' }
import { OutputOption } from '#cli/options/output-option.ts'

const scarceBytes = 2 * 1024 ** 3

const checkDisk = async (home: string): Promise<DoctorCheck> => {
  await access(home, constants.R_OK | constants.W_OK)
  const { bavail, bsize } = await statfs(home)
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB free at ${home}`
  return bavail * bsize < scarceBytes
    ? warnCheck('disk', `${free}. A large import needs more: free some space.`)
    : ok('disk', `${free}.`)
}

const checkKeychain = async ({ vault }: App, isVerbose: boolean): Promise<DoctorCheck> => {
  const { store, keychain } = await vault.probe()
  if (!store.works)
    return errorCheck('keychain', store.reason, errorTable.keychain_unreachable.exit)
  const { backend, state } = vault.status()
  const vaultText = state === 'new' ? 'no passphrase has been chosen yet' : `the vault is ${state}`
  if (backend === 'keychain') return ok('keychain', `The system's keychain answers; ${vaultText}.`)
  const why = keychain.works
    ? 'This vault was made without it and stays so.'
    : [keychain.reason, ...(isVerbose ? [keychain.detail] : [])].filter(Boolean).join(' ')
  return warnCheck(
    'keychain',
    `Secrets are in sealed files, not in the system's keychain; ${vaultText}. ${why}`,
  )
}

/** Opens the vault for all checks that need it, so that a wrong passphrase is reported once. */
const openOnce = async (
  { vault, pinTargets }: App,
  session: Session,
): Promise<readonly DoctorCheck[]> => {
  // the token of a place that the user set up is in the vault
  const hasOwnTargets = pinTargets
    .list()
    .some((pinTarget) => !pinTarget.isDefault && !pinTarget.isBuiltIn)
  const isWorthAsking = session.hasPassphraseFile || (session.hasPassphrase && hasOwnTargets)
  if (!isWorthAsking || vault.status().state === 'new') return []
  const opened = await attempt('vault', () => session.openVault())
  return vault.status().state === 'unlocked' || opened === undefined ? [] : [opened].flat()
}

/** Checked only if the passphrase is given. */
const checkPassphrase = async (app: App, session: Session): Promise<readonly DoctorCheck[]> => {
  if (app.vault.status().state === 'new') return []
  const { passphraseWeakness: weakness } = session
  if (weakness !== undefined)
    return [warnCheck('passphrase', `${weakness} Change it in the window: Settings, Vault.`)]
  return app.vault.status().state === 'unlocked'
    ? [ok('passphrase', 'The passphrase of the vault is hard to guess.')]
    : []
}

const checkImages = async (app: App): Promise<DoctorCheck> => {
  const versions = await app.images().versions()
  return ok(
    'image library',
    `sharp ${versions['sharp'] ?? ''} with libvips ${versions['vips'] ?? ''} answers in its own process.`,
  )
}

const checkService = async (app: App, session: Session): Promise<DoctorCheck> => {
  const { account, milliseconds } = await app.accounts.test(session.account)
  return ok('service', `${account} answers and accepts the key (${milliseconds} ms).`)
}

/** Blocks come every 20 seconds on average, so an older tip means a server that lags behind. */
const oldTipSeconds = 20 * 60

const checkGateway = async (
  app: App,
  title: string,
  { id, callsPerDay }: GatewayConfig,
): Promise<DoctorCheck> => {
  const { name, tip, tipAgeSeconds } = await app.gateways.test(id)
  const text = `${name} answers; its newest block is ${tip.height}, ${durationText(tipAgeSeconds)} old.`
  if (tipAgeSeconds > oldTipSeconds) return warnCheck(title, `${text} It lags behind the network.`)
  const { calls } = app.gateways.usage.today(id)
  return callsPerDay !== null && calls >= callsPerDay
    ? warnCheck(title, `${text} Your budget of ${numberText(callsPerDay)} calls a day is used up.`)
    : ok(title, text)
}

/** The devnet's, and those that the user set up. */
const checkGateways = async (app: App): Promise<readonly DoctorCheck[]> => {
  const configs = app.gateways
    .list()
    .filter(({ network, isDefault }) => network === 'devnet' || !isDefault)
  const checks: DoctorCheck[] = []
  for (const config of configs) checks.push(await gatewayCheck(app, config))
  return checks
}

const gatewayCheck = async (app: App, config: GatewayConfig): Promise<DoctorCheck> => {
  const { id, network, name } = config
  const first = app.gateways.list().find((gateway) => gateway.network === network)
  const title = first?.id === id ? `gateway of ${network}` : `gateway of ${network} (${id})`
  try {
    return await checkGateway(app, title, config)
  } catch (error) {
    if (!isColdpressError(error, 'vault_locked')) return checkOfError(title, error)
    return warnCheck(title, notAsked(name))
  }
}

const notAsked = (name: string): string =>
  `${name} was not asked, for its secret is in the vault, which is locked. Give --passphrase-file to ask it.`

/** A place that the user set up must answer; a default address only if somebody uses it. */
const checkPinning = async (app: App, session: Session): Promise<readonly DoctorCheck[]> =>
  Promise.all(
    app.pinTargets.list().map(async ({ name, url, isDefault }) => {
      const title = `pinning at ${name}`
      try {
        await (await app.pinTargets.open(name)).test(session.signal)
        return ok(title, url === null ? 'The content store can be written.' : `${url} answers.`)
      } catch (error) {
        if (isDefault && !isOfflineError(error))
          return warnCheck(
            title,
            `Nothing answers at ${url ?? ''}. This matters only if you want to pin there.`,
          )
        if (isColdpressError(error, 'vault_locked')) return warnCheck(title, notAsked(name))
        return checkOfError(title, error)
      }
    }),
  )

/** Wallets that receive real money and whose keys are on this computer. */
const checkWallets = async ({ wallets }: App): Promise<readonly DoctorCheck[]> =>
  (await wallets.list())
    .filter(({ network, here }) => network !== 'devnet' && here)
    .map((wallet) => {
      const name = `wallet of ${wallet.network}`
      const [reminder] = walletReminder([wallet])
      return reminder === undefined
        ? ok(name, `A backup of ${wallet.id} has passed its test.`)
        : warnCheck(name, reminder)
    })

const attempt = async <T>(name: string, check: () => Promise<T>): Promise<T | DoctorCheck> => {
  try {
    return await check()
  } catch (error) {
    return checkOfError(name, error)
  }
}

const marks = { ok: 'ok      ', warning: 'warning ', error: 'ERROR   ' } as const

export const addDoctorCommand = (program: Command): void =>
  command<{ readonly report?: string }>(
    program,
    'doctor',
    'check this computer, your keys and your services, and suggest a fix for each problem',
    'doctor',
    (doctor) =>
      doctor.addOption(
        new OutputOption(
          '--report <file>',
          'also write versions, paths, checks and the end of the log to a new file, for a bug report; it holds no secrets',
        ),
      ),
    async (session, { report }) => {
      const checks: DoctorCheck[] = []
      for await (const check of runChecks(session)) {
        checks.push(check)
        const { name, state, message } = check
        if (session.options.json !== true)
          session.terminal.print(printable(`${marks[state]}${name}: ${message}`))
      }
      if (report !== undefined) {
        const app = await session.app().catch(() => undefined)
        const bytes = Buffer.from(await doctorReport(session.home.path, checks, app))
        await writeBytes(report, bytes)
      }
      const written =
        report === undefined
          ? []
          : [
              '',
              `Wrote ${printable(report)}. Read it before you pass it on: the log may name your collections and addresses.`,
            ]
      return {
        json: {
          checks: checks.map(({ name, state, message }) => ({ name, state, message })),
          ...(report === undefined ? {} : { report }),
        },
        text: written,
        exit: checks.find(({ state }) => state === 'error')?.exit ?? 0,
      }
    },
  )

const checkClock = (home: string): DoctorCheck => {
  const issue = clockIssueIn(home)
  return issue === undefined
    ? ok('clock', `The clock shows ${new Date().toISOString().slice(0, 10)}.`)
    : warnCheck('clock', issue)
}

const checkProxy = async (): Promise<DoctorCheck> =>
  ok('proxy', describeProxies() ?? 'None is set: HTTPS_PROXY and HTTP_PROXY are empty.')

/** Each check as soon as it is done; on a terminal a line says what is being checked. */
async function* runChecks(session: Session): AsyncGenerator<DoctorCheck> {
  const { terminal, home } = session
  const check = (name: string, run: () => Promise<Checked>): Promise<readonly DoctorCheck[]> =>
    terminal.showWhile(`Checking ${name} …`, async () => [await attempt(name, run)].flat())
  yield ok('program', `Node ${process.versions.node} on ${process.platform} ${process.arch}.`)
  yield checkClock(home.path)
  yield* await check('proxy', checkProxy)
  // a new home is made with the app
  const opened = await openApp(session)
  yield* await check('disk', () => checkDisk(home.path))
  yield* await check('databases', async () => checkFiles(home.path))
  // what cannot be opened is itself the error to tell; nothing behind it can be asked then
  if ('state' in opened) {
    yield opened
    return
  }
  yield* await check('keychain', () => checkKeychain(opened, session.options.verbose === true))
  yield* await openOnce(opened, session)
  yield* await check('keys', () => checkKeys(opened))
  yield* await check('passphrase', () => checkPassphrase(opened, session))
  yield* await check('wallets', () => checkWallets(opened))
  yield* await check('studios', async () => checkRestored(opened.home))
  yield* await check('devnet', async () => checkDevnet(opened.home))
  yield* await check('image library', () => checkImages(opened))
  yield* await check('service', () => checkService(opened, session))
  yield* await check('gateways', () => checkGateways(opened))
  yield* await check('pinning', () => checkPinning(opened, session))
}

type Checked = DoctorCheck | readonly DoctorCheck[]

const openApp = async (session: Session): Promise<App | DoctorCheck> => {
  try {
    return await session.app()
  } catch (error) {
    const name = isColdpressError(error, 'keychain_unreachable') ? 'keychain' : 'data folder'
    return checkOfError(name, error)
  }
}

/** Every database of the data folder, also when the app itself cannot open it. */
export const checkFiles = (home: string): readonly DoctorCheck[] => {
  const databases = checkDatabases(home, 'integrity_check')
  const issues = databases.flatMap(({ path, parts, error }) => {
    if (error !== undefined) return [checkOfError('databases', error)]
    if (parts.length === 0) return []
    return [damaged(`${path} is damaged: ${parts.join(', ')}. ${adviceForDamaged(path)}`)]
  })
  if (issues.length > 0) return issues
  return [
    ok(
      'databases',
      `${countText(databases.length, 'file')} read whole, without damage, each of this data folder.`,
    ),
  ]
}

const damaged = (message: string): DoctorCheck =>
  errorCheck('databases', message, errorTable.corrupt.exit)

/** A practice chain that was made while the clock was ahead. */
const checkDevnet = (home: string, now = new Date()): readonly DoctorCheck[] => {
  const ahead = timeAhead(home, now)
  if (ahead === undefined) return []
  const seconds = Math.round((ahead.getTime() - now.getTime()) / 1000)
  return [
    warnCheck(
      'devnet',
      `The newest block of the devnet is of ${ahead.toISOString().slice(0, 16)}Z, ${durationText(seconds)} ahead of this computer's clock: the clock was set back since. Until then no time passes on this chain, for all its blocks carry one slot: a reservation of 15 minutes lasts until then, and nothing expires. If the clock is right, begin a new chain: ${hint('studio new-chain')}`,
    ),
  ]
}

const program = (): Program => ({
  version: packageJson.version,
  kind: 'the command line',
  versions: { node: process.versions.node, sqlite: process.versions['sqlite'] ?? 'unknown' },
})

/** The report that `doctor --report` writes. Names and addresses of the user's may stand in its log. */
const doctorReport = (
  home: string,
  checks: readonly DoctorCheck[],
  app: App | undefined,
): Promise<string> => reportText({ home, program: program(), checks, app, isPublic: false })
