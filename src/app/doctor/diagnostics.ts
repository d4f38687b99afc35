import { readdir, stat, statfs } from 'node:fs/promises'
import { arch, availableParallelism, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { logLevels } from '#contract/log/entry.ts'
import { bytesText, countText } from '#values/text/format.ts'
import { clockIssueIn } from '#platform/disk/home.ts'
import type { App } from '../create-app.ts'
import { isOffline } from '#platform/offline/offline.ts'

type Line = readonly [what: string, fact: string]

/** What a check found, or that it could not be made. Its reason may name a path: it stays out. */
const runCheck = async (check: () => Promise<string> | string): Promise<string> => {
  try {
    return await check()
  } catch {
    return 'could not be checked'
  }
}

/** The program that reports: the window in its host, or the command line. */
export type Program = {
  readonly version: string
  /** What it runs in, such as `electron` or `the command line`. */
  readonly kind: string
  readonly versions: Readonly<Record<string, string>>
}

/**
 * Details for a report of an error, which a user may paste in public. They are versions, states,
 * numbers and sizes: no secret, no address, no path, and no name or text that a user or a service
 * chose.
 */
export const diagnosticsText = async ({
  app,
  program,
}: {
  readonly app: App
  readonly program: Program
}): Promise<string> => {
  const lines: readonly Line[] = [
    ['Coldpress', `${program.version} in ${program.kind}`],
    ['Versions', entriesText(program.versions)],
    [
      'System',
      `${platform()} ${release()} ${arch()}, ${Intl.DateTimeFormat().resolvedOptions().locale}`,
    ],
    ['Hardware', `${countText(availableParallelism(), 'core')}, ${bytesText(totalmem())} memory`],
    ['Network', isOffline() ? 'started offline' : 'allowed'],
    [
      'Clock',
      await runCheck(() => (clockIssueIn(app.home) === undefined ? 'may be right' : 'wrong')),
    ],
    ['Free disk', await runCheck(() => freeDisk(app.home))],
    ['Vault', await runCheck(() => vaultText(app))],
    ['Image library', await runCheck(async () => entriesText(await app.images().versions()))],
    ['Accounts', countNames(app.accounts.list().map(({ kind, network }) => `${kind} ${network}`))],
    [
      'Gateways',
      countNames(
        app.gateways
          .list()
          .map(({ network, isDefault }) => (isDefault ? `${network} (default)` : network)),
      ),
    ],
    [
      'Pin targets',
      countNames(app.pinTargets.list().map(({ isBuiltIn }) => (isBuiltIn ? 'built in' : 'other'))),
    ],
    [
      'Policies',
      await runCheck(async () =>
        countNames((await app.policies.list()).map(({ network }) => network)),
      ),
    ],
    ['Imports', countNames(app.imports.jobs().map(({ state }) => state))],
    ['Signing requests', countNames(app.signing.list().map(({ state }) => state))],
    ['Log', logText(app)],
    ...(await sizes(app.home)),
  ]
  return lines.map(([what, fact]) => `${what}: ${fact}`).join('\n')
}

const entriesText = (entries: Readonly<Record<string, string>>): string =>
  Object.entries(entries)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

/** `2 done, 1 failed`, or `none`. */
const countNames = (names: readonly string[]): string => {
  const counts = Object.entries(Object.groupBy(names, (name) => name))
  return counts.map(([name, same]) => `${same?.length ?? 0} ${name}`).join(', ') || 'none'
}

const freeDisk = async (home: string): Promise<string> => {
  const { bavail, bsize } = await statfs(home)
  return bytesText(bavail * bsize)
}

const vaultText = async ({ vault }: App): Promise<string> => {
  const { backend, state } = vault.status()
  const { store, keychain } = await vault.probe()
  const answers = (works: boolean): string => (works ? 'answers' : 'does not answer')
  return `${state}, in ${backend}; its store ${answers(store.works)}, the keychain ${answers(keychain.works)}`
}

const logText = ({ log }: App): string => {
  const totals = logLevels.map((level) => {
    const { total } = log.page({ before: null, limit: 1, kinds: null, levels: [level], search: '' })
    return `${total} ${level}`
  })
  return totals.join(', ')
}

/** The parts of a data folder, by the names that Coldpress gave them. */
const parts = [
  'app.db',
  'content',
  'studio',
  'submissions',
  'imports',
  'cache',
  'window',
  'secrets',
] as const

const sizes = (home: string): Promise<readonly Line[]> =>
  Promise.all(
    parts.map(
      async (name) =>
        [`Size of ${name}`, await runCheck(() => sizeText(join(home, name)))] as const,
    ),
  )

const sizeText = async (path: string): Promise<string> => {
  const details = await stat(path).catch(() => undefined)
  if (details === undefined) return 'not there'
  if (details.isFile()) return bytesText(details.size)
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  let bytes = 0
  // One after another: a store of ten thousand images must not take every thread of the disk.
  for (const { parentPath, name } of files)
    bytes += (await stat(join(parentPath, name)).catch(() => undefined))?.size ?? 0
  return `${bytesText(bytes)} in ${countText(files.length, 'file')}`
}
