import type { Dirent, Stats } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { numberText } from '#values/text/format.ts'
import { naturalOrder } from '#values/text/text.ts'
import { isDriveFault } from '#platform/disk/access-reason.ts'
import { type DriveCall, driveReads, isDriveSilent } from '#platform/disk/drive-reads.ts'
import { quickLstat } from '#platform/disk/quick-stat.ts'
import { readBounded } from '#platform/disk/read-bounded.ts'
import { maxTableBytes } from '../formats/limits.ts'
import type { FileEntry, PassedOver } from '../plan/plan-types.ts'
import { inTurns, sortInPieces } from '../table/pieces.ts'

/** Files after which progress is reported. */
const filesOfStep = 256

/** 100,000 tokens with four files each. Each takes some 400 bytes of memory, and a whole disk has millions. */
const maxFiles = 500_000

/** What a folder holds: files in natural order, and what is none or is not to be published. */
export type ScannedFolder = {
  readonly files: readonly FileEntry[]
  readonly passedOver: readonly PassedOver[]
}

/**
 * Every regular file in the folder and the folders inside it. Hidden files and what operating
 * systems leave behind are passed over; so is a link that leads to a folder or out of this one: an
 * import must not publish a file that its folder does not hold. So is a document that is a folder.
 * @param onFound gets the number of files so far
 * @throws ColdpressError `invalid` when the folder cannot be read, `too_large` for one of too many
 * files, `timeout` where its drive is silent
 */
export const scanFolder = async (
  folder: string,
  signal?: AbortSignal,
  onFound?: (files: number) => void,
): Promise<ScannedFolder> => {
  const root = await openFolder(folder, { signal })
  const files: FileEntry[] = []
  const passedOver: PassedOver[] = []
  const requireRoom = (): void => {
    if (files.length + passedOver.length > maxFiles) throw tooManyFiles(folder)
  }
  const waiting = ['']
  for (let inner = waiting.pop(); inner !== undefined; inner = waiting.pop()) {
    signal?.throwIfAborted()
    const names: string[] = []
    for (const entry of await listFolder(join(root, inner), { signal })) {
      const name = inner === '' ? entry.name : `${inner}/${entry.name}`
      if (isJunk(entry.name)) passedOver.push({ name, why: 'hidden' })
      else if (entry.isDirectory() && isPackage(entry.name))
        passedOver.push({ name, why: 'package' })
      else if (entry.isDirectory()) waiting.push(name)
      else names.push(name)
    }
    for (let at = 0; at < names.length; at += filesOfStep) {
      signal?.throwIfAborted()
      for (const found of await readEntries(root, names.slice(at, at + filesOfStep), { signal })) {
        if (found === undefined) continue
        if ('why' in found) passedOver.push(found)
        else files.push(found)
      }
      onFound?.(files.length)
      requireRoom()
    }
    requireRoom()
  }
  return {
    files: await inTurns(sortInPieces(files, byName), signal),
    passedOver: await inTurns(sortInPieces(passedOver, byName), signal),
  }
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  naturalOrder(a.name, b.name)

const openFolder = async (folder: string, options: DriveCall): Promise<string> => {
  try {
    const root = await realPathOf(folder, options)
    if ((await driveReads.read(root, () => stat(root), options)).isDirectory()) return root
  } catch (cause) {
    throw whyUnread(cause, options) ?? unreadable(folder, 'cannot be read', cause)
  }
  throw unreadable(folder, 'is no folder')
}

/** The path without links of a file or folder, which is not to hold up its caller. */
export const realPathOf = (path: string, options: DriveCall = {}): Promise<string> =>
  driveReads.read(path, () => realpath(path), options)

/** The cause itself, where it is not about the file or folder that could not be read. */
const whyUnread = (cause: unknown, { signal }: DriveCall): unknown =>
  isDriveSilent(cause) || isDriveFault(cause) || signal?.aborted === true ? cause : undefined

const listFolder = async (path: string, options: DriveCall): Promise<readonly Dirent[]> => {
  try {
    return await driveReads.read(path, () => readdir(path, { withFileTypes: true }), options)
  } catch (cause) {
    if (isGone(cause)) return []
    throw whyUnread(cause, options) ?? unreadable(path, 'cannot be read', cause)
  }
}

const unreadable = (folder: string, what: string, cause?: unknown): ColdpressError =>
  errorBy(
    importErrors,
    'folder_unreadable',
    { folder },
    `The import's folder ${folder} ${what}. Give the folder that holds the images.`,
    cause,
  )

const tooManyFiles = (folder: string): ColdpressError =>
  errorBy(
    importErrors,
    'folder_too_large',
    { folder },
    `The import's folder ${folder} holds more than ${numberText(maxFiles)} files. Give the folder that holds the images, or divide it.`,
  )

const junk: ReadonlySet<string> = new Set([
  '__macosx',
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  'icon\r',
  '$recycle.bin',
])

/** Hidden (`.DS_Store`), left by a system, or an office program's lock (`~$tokens.xlsx`). */
const isJunk = (name: string): boolean =>
  name.startsWith('.') || name.startsWith('~$') || junk.has(name.toLowerCase())

/** A document of Apple's programs that is a folder on other systems: its preview is no work. */
const isPackage = (name: string): boolean => /\.(?:numbers|pages|key)$/iu.test(name)

/** Undefined for what vanished while it was scanned. */
const readEntries = async (
  root: string,
  names: readonly string[],
  options: DriveCall,
): Promise<readonly (FileEntry | PassedOver | undefined)[]> => {
  const paths = names.map((name) => join(root, name))
  const details = await driveReads.readEach(paths, lstatIfThere, options)
  return await Promise.all(
    names.map(async (name, at) => {
      const own = details[at]
      if (own?.isSymbolicLink() === true) return readLink(root, name, options)
      if (own?.isFile() === true) return entryOf(name, paths[at] ?? '', own)
      return own && { name, why: 'no_file' }
    }),
  )
}

const lstatIfThere = (path: string): Promise<Stats | undefined> =>
  quickLstat(path).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })

const readLink = async (
  root: string,
  name: string,
  options: DriveCall,
): Promise<FileEntry | PassedOver> => {
  const path = join(root, name)
  try {
    if (!isInside(root, await realPathOf(path, options))) return { name, why: 'link_out' }
    const details = await driveReads.read(path, () => stat(path), options)
    if (details.isDirectory()) return { name, why: 'link_to_folder' }
    return details.isFile() ? entryOf(name, path, details) : { name, why: 'no_file' }
  } catch (error) {
    if (isGone(error)) return { name, why: 'link_broken' }
    throw error
  }
}

const entryOf = (
  name: string,
  path: string,
  { size, mtimeMs, ino }: Pick<Stats, 'size' | 'mtimeMs' | 'ino'>,
): FileEntry => ({ name, path, size, mtimeMs, inode: String(ino) })

const isInside = (root: string, path: string): boolean =>
  path.startsWith(root.endsWith(sep) ? root : root + sep)

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')

/** The path without links of a table that was named. @throws ColdpressError `invalid` */
export const pathOfTable = async (path: string): Promise<string> => {
  try {
    return await realPathOf(path)
  } catch (cause) {
    throw whyUnread(cause, {}) ?? unreadableTable(path, cause)
  }
}

/** For a whole table, however slow its drive is. */
const timeoutMs = 120_000

/**
 * @throws ColdpressError `invalid` when there is no file that can be read, `too_large`, `timeout`; the
 * signal's reason once aborted
 */
export const readTableFile = async (
  path: string,
  maxBytes = maxTableBytes,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  try {
    // Anything but a file, such as a named pipe, could keep its reader waiting for ever.
    if ((await driveReads.read(path, () => stat(path), { signal })).isFile())
      return await driveReads.read(path, () => readBounded(path, { maxBytes, signal }), {
        timeoutMs,
        signal,
      })
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLargeTable(path, maxBytes)
    throw whyUnread(cause, { signal }) ?? unreadableTable(path, cause)
  }
  throw unreadableTable(path)
}

const tooLargeTable = (path: string, maxBytes: number): ColdpressError =>
  errorBy(
    importErrors,
    'table_too_large',
    { path },
    `The table ${path} is larger than ${maxBytes} bytes. Divide it into several and import one after the other.`,
  )

const unreadableTable = (path: string, cause?: unknown): ColdpressError =>
  errorBy(
    importErrors,
    'table_missing',
    {},
    `The table ${path} cannot be read. Check that it is a file, its name and its permissions.`,
    cause,
  )
