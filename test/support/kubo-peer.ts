import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isPeerInstalled } from './installed-peer.ts'
import { freePort } from './loopback-server.ts'
import { ownMounts } from './own-mounts.ts'

const binary =
  process.env['COLDPRESS_KUBO'] ??
  join(import.meta.dirname, '..', '..', 'tools', 'kubo-peer', 'ipfs')

/** Whether there is a Kubo; else says how to get one. */
export const hasKubo = (): boolean =>
  isPeerInstalled(
    binary,
    'There is no Kubo, so nothing is tried against one: run node tools/kubo-peer/build.ts, which needs Go.',
  )

/** Whether a node can have a small disk of its own: a mount that nobody else sees. */
export const hasSmallDisks = (): boolean => smallDisk().isAllowed

const smallDisk = () =>
  ownMounts('a node on a full disk', ['mount', '-t', 'tmpfs', 'none', tmpdir()])

export type KuboPeer = {
  /** Of its RPC interface. */
  readonly api: string
  readonly repo: string
  stop(): Promise<void>
  /** Ends it at once, by SIGKILL. */
  kill(): Promise<void>
  /** Starts it again at the same address, with what it had. */
  restart(): Promise<void>
  /** Runs a command of Kubo on its repository; the node may run or not. */
  command(...args: readonly string[]): string
}

/**
 * Starts a real Kubo that knows nobody, with an empty repository. `config`: keys with JSON values.
 * `diskMiB`: it writes to a disk of that size, which goes with the node; `command` does not see it.
 */
export const startKubo = async (
  config: Readonly<Record<string, unknown>> = {},
  { diskMiB }: { readonly diskMiB?: number } = {},
): Promise<KuboPeer> => {
  const repo = await mkdtemp(join(tmpdir(), 'coldpress-kubo-'))
  const command = (...args: readonly string[]): string =>
    execFileSync(binary, args, {
      env: { ...process.env, IPFS_PATH: repo },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  command('init', '--empty-repo')
  const port = await freePort()
  const settings = {
    'Addresses.API': `/ip4/127.0.0.1/tcp/${port}`,
    'Addresses.Gateway': `/ip4/127.0.0.1/tcp/${await freePort()}`,
    'Addresses.Swarm': [],
    Bootstrap: [],
    'Discovery.MDNS.Enabled': false,
    'AutoConf.Enabled': false,
    ...config,
  }
  for (const [key, value] of Object.entries(settings))
    command('config', '--json', key, JSON.stringify(value))

  let child: ReturnType<typeof spawnDaemon> | undefined
  const start = async (): Promise<void> => {
    child = spawnDaemon(repo, diskMiB)
    let said = ''
    for await (const line of createInterface(child.stdout)) {
      said += `${line}\n`
      if (line.includes('Daemon is ready')) return
    }
    throw new Error(`Kubo did not start:\n${said}`)
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  await start()
  return {
    api: `http://127.0.0.1:${port}`,
    repo,
    command,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end()
      await start()
    },
    stop: async () => {
      await end()
      await rm(repo, { recursive: true, force: true })
    },
  }
}

/** Puts a copy of the repository on a small disk in its place, then becomes the node. */
const onSmallDisk = `
  cp -a "$IPFS_PATH" "$IPFS_PATH.copy" &&
  mount -t tmpfs -o "size=$1m" none "$IPFS_PATH" &&
  cp -a "$IPFS_PATH.copy/." "$IPFS_PATH" &&
  rm -r "$IPFS_PATH.copy" &&
  exec "$0" daemon --offline`

const spawnDaemon = (repo: string, diskMiB: number | undefined) => {
  const [program, args]: readonly [string, readonly string[]] =
    diskMiB === undefined
      ? [binary, ['daemon', '--offline']]
      : smallDisk().command('sh', '-c', onSmallDisk, binary, `${diskMiB}`)
  return spawn(program, args, {
    env: { ...process.env, IPFS_PATH: repo },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}
