import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { ensureBuilt } from '../../tools/start/build.ts'
import { electronBinary, electronPackage } from '../../tools/start/electron-binary.ts'
import type { KeychainSession } from './keychain-session.ts'
import { uiTimeout } from './window-actions.ts'

const root = join(import.meta.dirname, '..', '..')
const launcher = join(root, 'tools', 'chromium-host', 'electron-host.js')

/** HOST=electron runs the same tests on real Electron, which must be there already. */
export const isElectron = process.env['HOST'] === 'electron'

export type AppOptions = {
  /** Kept at the end; without one the app gets a temporary home, which is removed. */
  readonly home?: string
  readonly env?: Readonly<Record<string, string>>
  /** Without one the machine has no keychain, so that a test does not depend on where it runs. */
  readonly keychain?: KeychainSession
  /** Another app than Coldpress: a folder with a package.json. */
  readonly folder?: string
  readonly args?: readonly string[]
  /** Starts the host (`hostProgram`) with the arguments that it gets, in another environment. */
  readonly program?: string
}

export type RunningApp = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly home: string
  /** What the app has written to its standard error so far. */
  readonly stderr: () => string
  /** As the user would. An app that asks first does not end: answer it, or kill it. */
  readonly close: () => Promise<void>
  /** SIGKILL for the app and all its processes; settled when they are gone. */
  readonly kill: () => Promise<void>
}

/** Starts the built app, Coldpress unless another is named, and waits for its window. */
export const startApp = async (options: AppOptions = {}): Promise<RunningApp> => {
  const { home, removeHome } = await prepareStart(options)
  const app = await launch(options, home)
  // Playwright forgets it when the app ends.
  const child = app.process()
  let errors = ''
  child.stderr?.on('data', (bytes: Buffer) => {
    errors += bytes.toString()
  })
  const kill = async (): Promise<void> => {
    await killTree(child.pid)
    removeHome()
  }
  try {
    const page = await app.firstWindow({ timeout: uiTimeout })
    page.setDefaultTimeout(uiTimeout)
    // Before its first page a window shows another address.
    await page.waitForURL(/^(?:app:|https:\/\/(?!boot)[^/]+\.app\.invalid\/)/u)
    const close = async (): Promise<void> => {
      await app.close()
      removeHome()
    }
    return { app, page, home, stderr: () => errors, close, kill }
  } catch (cause) {
    await kill()
    throw new Error(`The app opened no window. Its standard error:\n${errors}`, { cause })
  }
}

/**
 * Starts an app that ends by itself, and waits for its end. Not through Playwright: of an app that
 * ends before it is reached, Playwright rejects promises that nobody holds, and the run fails.
 */
export const runApp = async (
  options: AppOptions,
): Promise<{ readonly code: unknown; readonly stderr: string }> => {
  const { home, removeHome } = await prepareStart(options)
  try {
    const child = spawn(options.program ?? hostProgram(), argumentsOf(options), {
      cwd: root,
      env: environment(options, home),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    return { code, stderr }
  } finally {
    removeHome()
  }
}

/** What any start needs: Coldpress's bundles, and a home. */
const prepareStart = async (
  options: AppOptions,
): Promise<{ readonly home: string; readonly removeHome: () => void }> => {
  if (options.folder === undefined) await ensureBuilt(root)
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'coldpress-app-'))
  const removeHome = (): void => {
    if (options.home === undefined) rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  return { home, removeHome }
}

/** Electron, or what stands in for it. */
export const hostProgram = (): string => (isElectron ? electronProgram() : launcher)

const argumentsOf = ({ folder, args }: AppOptions): string[] => [
  folder ?? root,
  ...(isElectron ? [] : ['--headless=new', '--disable-gpu']),
  ...(args ?? []),
]

/** A failed launch throws with the app's standard error in the message: Playwright puts it there. */
const launch = (options: AppOptions, home: string): Promise<ElectronApplication> =>
  _electron.launch({
    executablePath: options.program ?? hostProgram(),
    args: argumentsOf(options),
    cwd: root,
    env: environment(options, home),
    // Unset, Playwright turns the sandbox off.
    chromiumSandbox: true,
    timeout: 30_000,
  })

const electronProgram = (): string => {
  const program = electronBinary(electronPackage())
  if (program === undefined)
    throw new Error('HOST=electron, but Electron is not downloaded: npx install-electron --no')
  return program
}

const environment = ({ env, keychain }: AppOptions, home: string): Record<string, string> => {
  const known = Object.entries(process.env).filter(
    ([name]) => name !== 'DBUS_SESSION_BUS_ADDRESS' && name !== 'XDG_RUNTIME_DIR',
  )
  const inherited = Object.fromEntries(
    known.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
  return {
    ...inherited,
    ...keychain?.env,
    // The launcher's `env node` is the project's own Node.
    PATH: [join(root, 'node_modules', '.bin'), inherited['PATH'] ?? ''].join(delimiter),
    COLDPRESS_HOME: home,
    // Electron's own data, where the app does not say otherwise.
    XDG_CONFIG_HOME: join(home, 'config'),
    // Whatever the machine's is: tests read dates as `22 Nov 2026, 14:05`.
    LC_ALL: 'en_GB.UTF-8',
    ...env,
  }
}

const run = promisify(execFile)

const killTree = async (top: number | undefined): Promise<void> => {
  if (top === undefined) return
  if (process.platform === 'win32') {
    await run('taskkill', ['/PID', String(top), '/T', '/F']).catch(() => {})
    return
  }
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/u).map(Number))
  const below = (parent: number): readonly number[] =>
    rows.flatMap(([pid, ppid]) =>
      ppid === parent && pid !== undefined ? [pid, ...below(pid)] : [],
    )
  const tree = [top, ...below(top)]
  for (const pid of tree) signal(pid, 'SIGKILL')
  while (tree.some(isRunning)) await sleep(20)
}

const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(pid, name)
    return true
  } catch {
    return false
  }
}

/** A dead process whose parent has not asked for its exit code still has its number. */
const isRunning = (pid: number): boolean => {
  if (!signal(pid, 0)) return false
  const facts = `/proc/${pid}/stat`
  return !existsSync(facts) || !/^\d+ \(.*\) Z/su.test(readFileSync(facts, 'utf8'))
}
