import { homeErrors } from '#contract/home/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { chmod, mkdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { bytesText } from '#values/text/format.ts'
import {
  databasePath,
  type HomeDatabase,
  isDatabase,
  isRemade,
} from '#platform/db/database-names.ts'
import { homeRecordOf, homeRecordText, recordName } from '#platform/db/home-record.ts'
import { databasesOf, requireSound } from '#platform/db/open-database.ts'
import { snapshotDatabase } from '#platform/db/home-databases.ts'
import { moveWithoutReplacing, renameDurably, writeDurably } from '#platform/disk/durable-file.ts'
import { temporaryBeside, temporaryName } from '#platform/disk/temporary-file.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { VaultNames } from '#keys/vault-schemas.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { readVaultFile } from '#keys/vault/vault-file.ts'
import { checkCopy, requiredNames } from './check-copy.ts'
import { type HomeEntry, homeFileVersion, type HomeHeader, writeHomeFile } from './home-file.ts'
import { nameInFile } from './home-layout.ts'
import { copyOrder, partsOf } from './home-parts.ts'
import { measure, type MoveProgress } from './move-progress.ts'

export type HomeCopy = {
  readonly file: string
  readonly files: number
  readonly bytes: number
  readonly hasImages: boolean
}

/** The data folder that is copied. */
export type HomeSource = {
  readonly home: string
  readonly coldpress: string
  readonly vault: Pick<Vault, 'status' | 'itemsToMove'>
  /** Every name that the vault may hold an item under: a keychain cannot list its items. */
  readonly names: () => Promise<VaultNames>
}

export type HomeCopyOptions = {
  readonly file: string
  /** The vault's; the file is encrypted under it. */
  readonly passphrase: Secret
  readonly withImages: boolean
  readonly onProgress?: (progress: MoveProgress) => void
  readonly signal?: AbortSignal
  /** Base-2 logarithm of scrypt's cost; default 18. */
  readonly workFactor?: number
}

/** @throws ColdpressError `vault_locked` without a vault; `usage` for a file in the data folder */
export const requireCopyable = ({ home, vault }: HomeSource, path: string): string => {
  const file = resolve(path)
  if (vault.status().state === 'new')
    throw new ColdpressError(
      'vault_locked',
      'There is no vault yet, so there is nothing to copy. Choose a vault passphrase first.',
    )
  if (
    foldersOf(home).some((folder) =>
      `${realPath(dirname(file))}${sep}`.startsWith(`${folder}${sep}`),
    )
  )
    throw new ColdpressError(
      'usage',
      'The file cannot be written into the data folder itself. Choose another folder.',
    )
  return file
}

/** Where the data folder really is, with what its top links to: a copy there would be in the next one. */
const foldersOf = (home: string): readonly string[] => [
  realPath(resolve(home)),
  ...readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => realPath(join(home, name))),
]

const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    // A folder that is missing, or a link that leads nowhere: what reads or writes it says so.
    return path
  }
}

/** @throws ColdpressError `conflict` */
export const requireNoFile = (
  file: string,
  rule: 'file_exists' | 'backup_exists' = 'file_exists',
): void => {
  if (existsSync(file))
    throw errorBy(homeErrors, rule, {}, `${file} is there already and was left as it is.`)
}

/**
 * Writes a data folder into one file, encrypted under the passphrase of its vault. Programs may use
 * it meanwhile.
 * @param as.isBackup whether the data folder stays in use, so that it is ahead of the file
 * @param as.replaces whether the file may take the place of another
 * @throws ColdpressError `wrong_passphrase`, `disk_full`; `conflict` for a file that is there;
 * `corrupt` naming a damaged database
 */
export const copyHome = async (
  from: HomeSource,
  options: HomeCopyOptions,
  as: { readonly isBackup: boolean; readonly replaces: boolean },
): Promise<HomeCopy> => {
  const { file } = options
  const folder = join(from.home, `export-${temporaryName()}`)
  try {
    await mkdir(folder, { mode: 0o700 })
    const required = await requiredNames(from.home, options.withImages)
    const { entries, leftOut } = await collect(from, folder, options)
    const header = homeHeaderOf(from, entries, { ...as, hasImages: options.withImages })
    const temporary = await temporaryBeside(file, folder)
    await write(
      file,
      { header, entries, required: required.filter((name) => !leftOut.has(name)) },
      { ...options, temporary, replaces: as.replaces },
    )
    return {
      file,
      files: header.files,
      bytes: (await stat(file)).size,
      hasImages: header.hasImages,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const collect = async (
  { home, vault, names }: HomeSource,
  folder: string,
  { passphrase, withImages, signal }: HomeCopyOptions,
): Promise<{ readonly entries: readonly HomeEntry[]; readonly leftOut: ReadonlySet<string> }> => {
  // What is made again stays behind, or is made again at the import.
  for (const name of databasesOf(home)) if (!isRemade(name)) requireSound({ home, name })
  const parts = await partsOf(home, withImages)
  const entries: HomeEntry[] = []
  const leftOut = new Set<string>()
  const databases = parts.filter(({ name }) => isDatabase(name))
  for (const [index, part] of databases.toSorted(copyOrder).entries()) {
    signal?.throwIfAborted()
    const copy = join(folder, `${index}-${part.name.replaceAll('/', '-')}`)
    if (!(await tryCopy({ home, name: part.name }, copy))) {
      leftOut.add(part.name)
      continue
    }
    await chmod(copy, 0o600)
    entries.push({ name: part.name, size: (await stat(copy)).size, source: copy })
  }
  entries.push(recordEntry(home, entries))
  // After the databases: what they name is in the vault by now.
  const items = await vault.itemsToMove({ passphrase, names: await names() })
  for (const { item, bytes } of items)
    entries.push({ name: `secrets/${item}.age`, size: bytes.length, source: bytes })
  const vaultFile = await vaultFileAsSealed(home)
  entries.push({ name: 'vault.json', size: vaultFile.length, source: vaultFile })
  for (const { name, size } of parts.filter((part) => !isDatabase(part.name)))
    entries.push({ name: nameInFile(name), size, source: join(home, name) })
  return { entries, leftOut }
}

/** Whether a database was copied: the import makes a damaged one again where nothing is lost by it. */
const tryCopy = async (at: HomeDatabase, copy: string): Promise<boolean> => {
  try {
    await snapshotDatabase(databasePath(at), copy)
    return true
  } catch (error) {
    if (isRemade(at.name) && isColdpressError(error, 'corrupt')) return false
    throw error
  }
}

/** Of the databases that are copied: another process may begin one meanwhile. */
const recordEntry = (home: string, copied: readonly HomeEntry[]): HomeEntry => {
  const { id, databases } = homeRecordOf(home)
  const names = new Set(copied.map(({ name }) => name))
  // A database may have been marked since its copy: the import marks each.
  const kept = { id, databases: databases.filter((name) => names.has(name)), marked: [] }
  const bytes = new TextEncoder().encode(homeRecordText(kept))
  return { name: recordName, size: bytes.length, source: bytes }
}

/** In the file every vault is one of sealed files. */
const vaultFileAsSealed = async (home: string): Promise<Uint8Array> => {
  const vaultFile = await readVaultFile(home)
  if (vaultFile === undefined) return readFile(join(home, 'vault.json'))
  return Buffer.from(`${JSON.stringify({ ...vaultFile, backend: 'sealed-files' }, null, 2)}\n`)
}

const homeHeaderOf = (
  { home, coldpress }: HomeSource,
  entries: readonly HomeEntry[],
  { hasImages, isBackup }: Pick<HomeHeader, 'hasImages' | 'isBackup'>,
): HomeHeader => ({
  format: 'coldpress-home',
  version: homeFileVersion,
  coldpress,
  created: new Date().toISOString(),
  home,
  files: entries.length,
  bytes: entries.reduce((sum, { size }) => sum + size, 0),
  hasImages,
  isBackup,
})

/** The file gets its name once it was read back and compared. */
const write = async (
  file: string,
  {
    header,
    entries,
    required,
  }: {
    readonly header: HomeHeader
    readonly entries: readonly HomeEntry[]
    readonly required: readonly string[]
  },
  {
    passphrase,
    onProgress,
    signal,
    workFactor = 18,
    temporary,
    replaces,
  }: HomeCopyOptions & { readonly temporary: string; readonly replaces: boolean },
): Promise<void> => {
  await requireRoom(dirname(file), header.bytes, 'exported file')
  const onHalf = measure(header.bytes, onProgress)
  // Each byte is written and read back.
  const onBytes = (bytes: number): void => onHalf(bytes / 2)
  try {
    await writeDurably(temporary, (write) =>
      writeHomeFile(header, entries, { passphrase, workFactor, write, onBytes, signal }),
    )
    const { home } = header
    await checkCopy(temporary, { home, entries, required, passphrase, onBytes, signal })
    await (replaces ? renameDurably : moveWithoutReplacing)(temporary, file)
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

export type HomeBackupOptions = HomeCopyOptions & {
  /** Whether the file may take the place of an earlier backup, once it is whole. */
  readonly replaces: boolean
}

/**
 * Writes a data folder into one file while it stays in use, also by other processes. What happens
 * later is not in it: its import skips the payment addresses that were given to buyers since.
 * @throws ColdpressError `conflict` for a file that is there and is not replaced; `wrong_passphrase`,
 * `disk_full`
 */
export const backUpHome = async (
  from: HomeSource,
  options: HomeBackupOptions,
): Promise<HomeCopy> => {
  const { replaces, signal } = options
  const file = requireCopyable(from, options.file)
  if (!replaces) requireNoFile(file, 'backup_exists')
  try {
    return await copyHome(from, { ...options, file }, { isBackup: true, replaces })
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error
  }
}
