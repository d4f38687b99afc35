import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ColdpressError } from '#shared/errors.ts'
import { bytesText } from '#shared/format.ts'
import { moveWithoutReplacing, writeDurably } from '../disk/durable-file.ts'
import { temporaryName } from '../disk/temporary-file.ts'
import type { Secret } from '../secret/secret.ts'
import type { Vault, VaultNames } from '../vault/vault.ts'
import { readVaultFile } from '../vault/vault-file.ts'
import { type HomeEntry, type HomeFacts, homeFileVersion, writeHomeFile } from './home-file.ts'
import { isDatabase, partsOf, snapshotDatabase } from './home-parts.ts'
import { markMoved, movedFrom, unmarkMoved } from '../disk/moved.ts'
import { measure, type MoveProgress } from './move-progress.ts'

export type ExportedHome = {
  readonly file: string
  readonly files: number
  readonly bytes: number
  readonly hasImages: boolean
}

export type HomeExport = {
  readonly home: string
  readonly coldpress: string
  readonly vault: Pick<Vault, 'status' | 'itemsToMove'>
  /** Every name that the vault may hold an item under: a keychain cannot list its items. */
  readonly names: (snapshots: readonly string[]) => Promise<VaultNames>
  /** Ends what serves and mints in this process. */
  readonly endServices: () => Promise<void>
  /** The number of imports that run now. */
  readonly runningImports: () => number
}

export type HomeExportOptions = {
  /** It must not exist yet. */
  readonly file: string
  /** The vault's; the file is encrypted under it. */
  readonly passphrase: Secret
  readonly withImages: boolean
  readonly onProgress?: (progress: MoveProgress) => void
  readonly signal?: AbortSignal
  /** Base-2 logarithm of scrypt's cost; default 18. */
  readonly workFactor?: number
  /** How long other processes get to notice the move. */
  readonly settleMs?: number
}

/** Other processes look at the mark before each step, and once a second. */
const settleMs = 3_000

/**
 * Writes a data folder into one file and marks the folder as moved. It is marked first: a sale that
 * began after the copy would not be in it. After an error the mark is removed again.
 * @throws ColdpressError `conflict` for a file that exists, or while an import runs;
 * `wrong_passphrase`, `disk_full`
 */
export const exportHome = async (
  from: HomeExport,
  options: HomeExportOptions,
): Promise<ExportedHome> => {
  const { home, vault } = from
  const file = resolve(options.file)
  requireExportable(from, file)
  const wasMoved = movedFrom(home) !== undefined
  // A wrong passphrase shows before anything is ended.
  await vault.itemsToMove(options.passphrase, { keyHashes: [], phrases: [], apiKeys: [] })
  const folder = join(home, `export-${temporaryName()}`)
  try {
    await markMoved(home, { at: new Date().toISOString(), file })
    await from.endServices()
    if (!wasMoved) await sleep(options.settleMs ?? settleMs, undefined, signalOf(options))
    await mkdir(folder, { mode: 0o700 })
    const entries = await collect(from, folder, options)
    const facts = factsOf(from, entries, options.withImages)
    await write(file, facts, entries, options)
    return { file, files: facts.files, bytes: (await stat(file)).size, hasImages: facts.hasImages }
  } catch (error) {
    if (!wasMoved) unmarkMoved(home)
    throw options.signal?.aborted === true ? options.signal.reason : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const signalOf = ({ signal }: HomeExportOptions) => (signal === undefined ? {} : { signal })

const requireExportable = ({ home, vault, runningImports }: HomeExport, file: string): void => {
  if (vault.status().state === 'new')
    throw new ColdpressError(
      'vault_locked',
      'There is no vault yet, so there is nothing to move. Choose a vault passphrase first.',
    )
  if (existsSync(file))
    throw new ColdpressError('conflict', `${file} is there already and was left as it is.`, {
      details: { rule: 'file_exists' },
    })
  if (file.startsWith(`${resolve(home)}${sep}`))
    throw new ColdpressError(
      'usage',
      'The file cannot be written into the data folder itself. Choose another folder.',
    )
  if (runningImports() > 0)
    throw new ColdpressError(
      'conflict',
      'An import is running. Wait for its end or stop it, then export again.',
    )
}

const collect = async (
  { home, vault, names }: HomeExport,
  folder: string,
  { passphrase, withImages, signal }: HomeExportOptions,
): Promise<readonly HomeEntry[]> => {
  const parts = await partsOf(home, withImages)
  const entries: HomeEntry[] = []
  const snapshots: string[] = []
  for (const [index, part] of parts.filter(isDatabase).entries()) {
    signal?.throwIfAborted()
    const copy = join(folder, `${index}-${part.name.replaceAll('/', '-')}`)
    await snapshotDatabase(join(home, part.name), copy)
    await chmod(copy, 0o600)
    snapshots.push(copy)
    entries.push({ name: part.name, size: (await stat(copy)).size, source: copy })
  }
  const items = await vault.itemsToMove(passphrase, await names(snapshots))
  for (const { item, bytes } of items)
    entries.push({ name: `secrets/${item}.age`, size: bytes.length, source: bytes })
  const vaultFile = await vaultFileAsSealed(home)
  entries.push({ name: 'vault.json', size: vaultFile.length, source: vaultFile })
  for (const part of parts.filter((one) => !isDatabase(one)))
    entries.push({ ...part, source: join(home, part.name) })
  return entries
}

/** In the file every vault is one of sealed files. */
const vaultFileAsSealed = async (home: string): Promise<Uint8Array> => {
  const facts = await readVaultFile(home)
  if (facts === undefined) return readFile(join(home, 'vault.json'))
  return Buffer.from(`${JSON.stringify({ ...facts, backend: 'sealed-files' }, null, 2)}\n`)
}

const factsOf = (
  { home, coldpress }: HomeExport,
  entries: readonly HomeEntry[],
  hasImages: boolean,
): HomeFacts => ({
  format: 'coldpress-home',
  version: homeFileVersion,
  coldpress,
  created: new Date().toISOString(),
  home,
  files: entries.length,
  bytes: entries.reduce((sum, { size }) => sum + size, 0),
  hasImages,
})

const write = async (
  file: string,
  facts: HomeFacts,
  entries: readonly HomeEntry[],
  { passphrase, onProgress, signal, workFactor = 18 }: HomeExportOptions,
): Promise<void> => {
  await requireRoom(dirname(file), facts.bytes, 'exported file')
  const temporary = `${file}.${temporaryName()}`
  const onBytes = measure(facts.bytes, onProgress)
  try {
    await writeDurably(temporary, (write) =>
      writeHomeFile(facts, entries, { passphrase, workFactor, write, onBytes, signal }),
    )
    await moveWithoutReplacing(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** @throws ColdpressError `disk_full` before anything is written */
export const requireRoom = async (folder: string, bytes: number, what: string): Promise<void> => {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free > bytes * 1.01) return
  throw new ColdpressError(
    'disk_full',
    `The ${what} needs ${bytesText(bytes)}, and ${folder} has ${bytesText(free)} left. Free some space or choose another disk, then try again. Nothing was changed.`,
  )
}
