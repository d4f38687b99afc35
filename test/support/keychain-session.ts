import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { until } from './until.ts'

const run = promisify(execFile)

/**
 * A D-Bus session with a real, unlocked gnome-keyring, in temporary folders of its own: nothing of
 * the machine's user is touched. Needs the programs dbus-daemon, dbus-send and gnome-keyring-daemon.
 * What is under test must run as a child process with `env`: the keychain library reads its own
 * process's environment.
 */
export type KeychainSession = {
  readonly env: Readonly<Record<string, string>>
  /** Paths of the items with these attributes, asked over D-Bus without Coldpress's library. */
  searchItems(attributes: Readonly<Record<string, string>>): Promise<readonly string[]>
  /** Locks the collection. No prompter can show, so every unlock prompt counts as dismissed. */
  lock(): Promise<void>
  /** The daemon stops answering, as if it hung, until {@link KeychainSession.thaw}. */
  freeze(): void
  thaw(): void
  /** Kills the daemon. D-Bus starts another on demand: with the same items, but locked. */
  killKeyring(): Promise<void>
  stop(): Promise<void>
}

/** gnome-keyring is a program of Linux. */
export const hasKeychainService = process.platform === 'linux'

export const startKeychainSession = async (): Promise<KeychainSession> => {
  const folder = await mkdtemp(join(tmpdir(), 'coldpress-keychain-'))
  const env = await privateEnvironment(folder)
  const bus = spawn(
    'dbus-daemon',
    ['--session', '--nofork', '--nopidfile', `--address=${env['DBUS_SESSION_BUS_ADDRESS']}`],
    { env, stdio: 'ignore' },
  )
  const keyring = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets'],
    { env, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  const stop = async (): Promise<void> => {
    await end(keyring)
    await end(bus)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await ready(bus, env, 'org.freedesktop.DBus')
    keyring.stdin?.end('keyring passphrase')
    await ready(keyring, env, 'org.freedesktop.secrets')
  } catch (error) {
    await stop()
    throw error
  }
  return {
    env,
    searchItems: (attributes) => searchItems(env, attributes),
    lock: () => lockDefault(env),
    freeze: () => void keyring.kill('SIGSTOP'),
    thaw: () => void keyring.kill('SIGCONT'),
    killKeyring: () => end(keyring),
    stop,
  }
}

/** The few variables that a program needs to find this session and nothing of the user's own. */
const privateEnvironment = async (folder: string): Promise<Record<string, string>> => {
  const inside = (name: string): string => join(folder, name)
  for (const name of ['run', 'data', 'config', 'cache']) await mkdir(inside(name), { mode: 0o700 })
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_RUNTIME_DIR: inside('run'),
    XDG_DATA_HOME: inside('data'),
    XDG_CONFIG_HOME: inside('config'),
    XDG_CACHE_HOME: inside('cache'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${inside('run/bus')}`,
  }
}

type Env = Readonly<Record<string, string>>

const send = async (env: Env, args: readonly string[]): Promise<string> => {
  const common = ['--session', '--print-reply', '--reply-timeout=5000']
  const { stdout } = await run('dbus-send', [...common, ...args], { env, timeout: 10_000 })
  return stdout
}

const askSecrets = (env: Env, method: string, args: readonly string[]): Promise<string> =>
  send(env, [
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    `org.freedesktop.Secret.Service.${method}`,
    ...args,
  ])

const objectPaths = (reply: string): readonly string[] =>
  [...reply.matchAll(/object path "([^"]+)"/g)].map(([, path]) => path ?? '')

const defaultCollection = async (env: Env): Promise<string> =>
  objectPaths(await askSecrets(env, 'ReadAlias', ['string:default']))[0] ?? '/'

/**
 * Once, on a busy machine, the daemon answered and the collection was open all the same. So the
 * property is read after the call, and the call repeated.
 */
const lockDefault = async (env: Env): Promise<void> => {
  const collection = await defaultCollection(env)
  await until(async () => {
    await askSecrets(env, 'Lock', [`array:objpath:${collection}`])
    const locked = await send(env, [
      '--dest=org.freedesktop.secrets',
      collection,
      'org.freedesktop.DBus.Properties.Get',
      'string:org.freedesktop.Secret.Collection',
      'string:Locked',
    ])
    return locked.includes('boolean true')
  })
}

const searchItems = async (
  env: Env,
  attributes: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const pairs = Object.entries(attributes).flat().join(',')
  return objectPaths(await askSecrets(env, 'SearchItems', [`dict:string:string:${pairs}`]))
}

/** Asks the bus who is there, not the service itself: that would make D-Bus start a second one. */
const ready = async (program: ChildProcess, env: Env, name: string): Promise<void> => {
  const owned = async (): Promise<boolean> => {
    try {
      const reply = await send(env, [
        '--dest=org.freedesktop.DBus',
        '/org/freedesktop/DBus',
        'org.freedesktop.DBus.NameHasOwner',
        `string:${name}`,
      ])
      if (!reply.includes('boolean true')) return false
      return name !== 'org.freedesktop.secrets' || (await defaultCollection(env)) !== '/'
    } catch {
      return false
    }
  }
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (program.exitCode !== null) break
    if (await owned()) return
    await sleep(100)
  }
  throw new Error(`${name} did not come up; are dbus and gnome-keyring installed?`)
}

const end = async (program: ChildProcess): Promise<void> => {
  if (program.pid === undefined || program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
}
