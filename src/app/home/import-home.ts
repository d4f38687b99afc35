import { platformErrors } from '#values/errors/platform-errors.ts'
import { homeErrors } from '#contract/home/errors.ts'
import { errorBy, isErrorBy } from '#values/errors/error-rules.ts'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { printable } from '#values/text/printable.ts'
import { listed } from '#contract/sales/sale-error-row.ts'
import { findDamage } from '#platform/db/damage.ts'
import { isDatabase } from '#platform/db/database-names.ts'
import type { Schema } from '#platform/db/database.ts'
import { databasesOf, openDatabase } from '#platform/db/open-database.ts'
import type { Home } from '#platform/disk/home.ts'
import { writeDurably } from '#platform/disk/durable-file.ts'
import { makeFolder } from '#platform/disk/make-folder.ts'
import { temporaryName } from '#platform/disk/temporary-file.ts'
import { createEventLog } from '../events/log.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { appDatabase } from './app-database.ts'
import { requireRoom } from './copy-home.ts'
import { type HomeHeader, readHomeFile, unusable } from './home-file.ts'
import { kindOf, nameInFile, otherFiles } from './home-layout.ts'
import { measure, type MoveProgress } from './move-progress.ts'
import { readyFolder } from './place-import.ts'

export type HomeImport = {
  readonly home: Home
  /** Opens the vault of a folder with sealed files. */
  readonly openVault: (folder: string) => Promise<Vault>
  /** Whether this computer has a vault of the data folder already. */
  readonly hasVault: () => Promise<boolean>
  /** The tables of a database by its name in the data folder; undefined for an unknown one. */
  readonly schemasOf: (name: string) => readonly Schema[] | undefined
  /**
   * Has the services in a folder give out no address that they may have given out elsewhere: after the
   * file was written, or in another place where it was imported too.
   */
  readonly skipAddresses: (folder: string) => void
}

export type HomeImportOptions = {
  readonly file: string
  readonly passphrase: Secret
  /** Put it in place of a data folder that has a vault, which is kept aside. */
  readonly replace: boolean
  readonly onProgress?: (progress: MoveProgress) => void
  /**
   * Called when everything was checked and nothing has changed yet; it may throw.
   * @param hadVault the data folder has a vault already
   */
  readonly onChecked?: (found: ImportedHome, hadVault: boolean) => Promise<void>
  readonly signal?: AbortSignal
}

export type ImportedHome = HomeHeader & {
  /** Number of keys, phrases and secrets of services, each opened. */
  readonly items: number
  /** Files of the user's own, which are in a folder of their own now. */
  readonly otherFiles: readonly string[]
  /** Entries that no export writes; they were left out. */
  readonly leftOut: readonly string[]
  /** Why the secrets are in sealed files and not in the keychain. */
  readonly keychainNote?: string
}

/**
 * Reads an exported data folder, checks everything in it and leaves it ready beside the present one:
 * the next opening of the data folder puts it in place. After an error nothing has changed.
 * @throws ColdpressError `conflict` with the rule `home_has_vault` for a folder that has a vault;
 * `wrong_passphrase`, `disk_full`; `invalid` for the file
 */
export const importHome = async (
  to: HomeImport,
  options: HomeImportOptions,
): Promise<ImportedHome> => {
  const home = to.home.path
  makeFolder(home)
  const hadVault = await to.hasVault()
  if (hadVault && !options.replace) throw hasVaultAlready(home)
  const folder = join(home, `import-${temporaryName()}`)
  try {
    await mkdir(folder, { mode: 0o700 })
    const { header, names, ...besides } = await unpack(home, folder, options)
    checkDatabases(folder, names, to.schemasOf)
    // Before anything leaves this folder: what fails from here on must leave the keychain alone.
    to.skipAddresses(folder)
    noteImport(folder, { ...header, ...besides }, to.schemasOf)
    const opened = await openVaultIn(to, folder, options, {
      hadVault,
      onOpened: async (items) => options.onChecked?.({ ...header, ...besides, items }, hadVault),
    })
    await removeLeftovers(folder)
    await rename(folder, readyFolder(home))
    return { ...header, ...besides, ...opened }
  } catch (error) {
    throw options.signal?.aborted === true ? options.signal.reason : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const hasVaultAlready = (home: string): ColdpressError =>
  errorBy(
    homeErrors,
    'home_has_vault',
    {},
    `The data folder ${home} has a vault already. An import replaces the whole data folder; the present one is kept beside it. Nothing was changed.`,
  )

type Unpacked = Pick<ImportedHome, 'otherFiles' | 'leftOut'> & {
  readonly header: HomeHeader
  /** What was written, by its name in the data folder. */
  readonly names: ReadonlySet<string>
}

/** Writes what belongs to a data folder, by the list of `home-layout.ts`, and nothing else. */
const unpack = async (
  home: string,
  folder: string,
  { file, passphrase, onProgress, signal }: HomeImportOptions,
): Promise<Unpacked> => {
  // A data folder may hold a file for each of many images.
  const names = new Set<string>()
  const others: string[] = []
  const leftOut: string[] = []
  let onBytes: (bytes: number) => void = () => undefined
  const counted = async function* (body: AsyncIterable<Uint8Array>) {
    for await (const piece of body) {
      signal?.throwIfAborted()
      yield piece
      onBytes(piece.length)
    }
  }
  const onFile = async (
    given: string,
    _size: number,
    body: AsyncIterable<Uint8Array>,
  ): Promise<void> => {
    const kind = kindOf(given)
    const name = nameInFile(given)
    if (names.has(name)) throw unusable('contents', `It holds ${printable(given)} twice.`)
    if (kind === 'stays') {
      leftOut.push(shown(given))
      const pieces = counted(body)
      while ((await pieces.next()).done !== true);
      return
    }
    // Versions before this list exported one as a database of their own, and could not import it.
    if (kind === 'other' && given.endsWith('.db'))
      throw unusable('contents', `${printable(given)} is no part of a data folder.`)
    if (kind === 'other') others.push(shown(given))
    names.add(name)
    const path = join(folder, name)
    makeFolder(dirname(path))
    await writeDurably(path, async (write) => {
      for await (const piece of counted(body)) await write(piece)
    })
  }
  const onHeader = async (found: HomeHeader): Promise<void> => {
    await requireRoom(home, found.bytes, 'data folder')
    onBytes = measure(found.bytes, onProgress)
  }
  const header = await readHomeFile(file, passphrase, { onHeader, onFile }, signal)
  for (const needed of ['app.db', 'vault.json', 'secrets/vault/identity.age'])
    if (!names.has(needed)) throw unusable('contents', `${needed} is missing in it.`)
  return { header, names, otherFiles: others, leftOut }
}

const shown = (name: string): string => printable(name).slice(0, 200)

/** Also brings the tables of an older version to this one's. */
const checkDatabases = (
  folder: string,
  names: ReadonlySet<string>,
  schemasOf: HomeImport['schemasOf'],
): void => {
  const files = [...names].filter(isDatabase)
  for (const name of new Set([...files, ...databasesOf(folder)])) {
    const schemas = schemasOf(name)
    if (schemas === undefined) throw unusable('contents', `${name} is no part of a data folder.`)
    const path = join(folder, name)
    try {
      const parts = existsSync(path) ? findDamage(path, 'quick_check') : []
      if (parts.length > 0)
        throw unusable('damaged', `${name} in it is damaged: ${parts.join(', ')}.`)
      openDatabase({ home: folder, name }, schemas).close()
    } catch (error) {
      if (isColdpressError(error, 'invalid')) throw error
      const isNewer = isErrorBy(error, platformErrors, 'too_new')
      throw isNewer
        ? unusable(
            'version',
            'A newer version of Coldpress made it. Update Coldpress on this computer.',
            error,
          )
        : unusable('damaged', `${name} in it cannot be opened.`, error)
    }
  }
}

const openVaultIn = async (
  { home, openVault }: HomeImport,
  folder: string,
  { passphrase }: HomeImportOptions,
  {
    hadVault,
    onOpened,
  }: {
    readonly hadVault: boolean
    readonly onOpened: (items: number) => Promise<void>
  },
): Promise<Pick<ImportedHome, 'items' | 'keychainNote'>> => {
  const vault = await openVault(folder)
  try {
    await vault.unlock(passphrase)
    const items = await vault.openEachItem()
    await onOpened(items)
    if (hadVault) return { items, keychainNote: keptForOld }
    const moved = await vault.moveIntoKeychain({ home: home.path, isDefaultHome: home.isDefault })
    return moved.moved ? { items } : { items, keychainNote: moved.reason }
  } finally {
    vault.close()
  }
}

const keptForOld =
  'The keychain may hold the vault of the earlier data folder, which stays usable there.'

/** What an import did not put where the file had it, in sentences. */
export const besidesOf = ({
  otherFiles: others,
  leftOut,
}: Pick<ImportedHome, 'otherFiles' | 'leftOut'>): readonly string[] => [
  ...(others.length === 0
    ? []
    : [
        `Files that Coldpress did not make are in the folder ${otherFiles} of the data folder: ${listed(others)}.`,
      ]),
  ...(leftOut.length === 0
    ? []
    : [
        `No data folder takes these from another computer, so they were left out: ${listed(leftOut)}.`,
      ]),
]

/** In the log of the data folder that was imported. */
const noteImport = (
  folder: string,
  { home, created, coldpress, isBackup, ...besides }: Omit<ImportedHome, 'items'>,
  schemasOf: HomeImport['schemasOf'],
): void => {
  const db = openDatabase(appDatabase(folder), schemasOf('app.db') ?? [])
  try {
    const log = createEventLog({ db })
    for (const message of besidesOf(besides)) log.append({ level: 'info', kind: 'app', message })
    log.append({
      level: 'warning',
      kind: 'app',
      message: isBackup
        ? `This data folder was restored from the backup of ${created} by Coldpress ${coldpress}, of ${home}. What happened there later is not in it. Don't use it there again.`
        : `This data folder was moved here. It was exported on ${created.slice(0, 10)} by Coldpress ${coldpress}, from ${home}. Don't use it on the other computer.`,
    })
  } finally {
    db.close()
  }
}

/** Copies from before a migration, and the lock of the vault that was tried. */
const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder, { recursive: true }))
    if (/\.db\.before-update-|(?:^|[/\\])vault\.lock$/u.test(name))
      await rm(join(folder, name), { force: true })
  if (!existsSync(join(folder, 'vault.json')))
    throw unusable('contents', 'vault.json is missing in it.')
}
