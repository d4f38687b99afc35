import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ColdpressError } from '#shared/errors.ts'
import { naturalOrder } from '#shared/text.ts'
import { readBounded } from '#core/disk/read-bounded.ts'
import { maxTableBytes } from '../formats/limits.ts'
import type { FileEntry, PassedOver } from '../plan/plan-types.ts'

/** Files that the system is asked about at once: one by one, ten thousand take half a second. */
const maxConcurrent = 64

/** What a folder holds: files in natural order, and what is none or is not to be published. */
export type ScannedFolder = {
  readonly files: readonly FileEntry[]
  readonly passedOver: readonly PassedOver[]
}

/**
 * Every regular file in the folder and the folders inside it. Hidden files and what operating
 * systems leave behind are passed over; so is a link that leads to a folder or out of this one: an
 * import must not publish a file that its folder does not hold.
 * @param onFound gets the number of files so far
 * @throws ColdpressError `invalid` when the folder cannot be read
 */
export const scanFolder = async (
  folder: string,
  signal?: AbortSignal,
  onFound?: (files: number) => void,
): Promise<ScannedFolder> => {
  const root = await openFolder(folder)
  const files: FileEntry[] = []
  const passedOver: PassedOver[] = []
  const waiting = ['']
  for (let inner = waiting.pop(); inner !== undefined; inner = waiting.pop()) {
    signal?.throwIfAborted()
    const names: string[] = []
    for (const entry of await listFolder(join(root, inner))) {
      const name = inner === '' ? entry.name : `${inner}/${entry.name}`
      if (isJunk(entry.name)) passedOver.push({ name, why: 'hidden' })
      else if (entry.isDirectory()) waiting.push(name)
      else names.push(name)
    }
    for (let at = 0; at < names.length; at += maxConcurrent) {
      signal?.throwIfAborted()
      const some = names.slice(at, at + maxConcurrent)
      for (const found of await Promise.all(some.map((name) => readEntry(root, name)))) {
        if (found === undefined) continue
        if ('why' in found) passedOver.push(found)
        else files.push(found)
      }
      onFound?.(files.length)
    }
  }
  return {
    files: files.sort((a, b) => naturalOrder(a.name, b.name)),
    passedOver: passedOver.sort((a, b) => naturalOrder(a.name, b.name)),
  }
}

const openFolder = async (folder: string): Promise<string> => {
  try {
    const root = await realpath(folder)
    if ((await stat(root)).isDirectory()) return root
  } catch (cause) {
    throw unreadable(folder, 'cannot be read', cause)
  }
  throw unreadable(folder, 'is no folder')
}

const listFolder = async (path: string): Promise<readonly Dirent[]> => {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (cause) {
    if (isGone(cause)) return []
    throw unreadable(path, 'cannot be read', cause)
  }
}

const unreadable = (folder: string, what: string, cause?: unknown): ColdpressError =>
  new ColdpressError(
    'invalid',
    `The import's folder ${folder} ${what}. Give the folder that holds the images.`,
    { details: { rule: 'folder_unreadable', folder }, cause },
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

/** Undefined for what vanished while it was scanned. */
const readEntry = async (
  root: string,
  name: string,
): Promise<FileEntry | PassedOver | undefined> => {
  const path = join(root, name)
  try {
    const own = await lstat(path)
    if (own.isSymbolicLink()) return await readLink(root, name)
    return own.isFile() ? entryOf(name, path, own) : { name, why: 'no_file' }
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

const readLink = async (root: string, name: string): Promise<FileEntry | PassedOver> => {
  const path = join(root, name)
  try {
    if (!isInside(root, await realpath(path))) return { name, why: 'link_out' }
    const facts = await stat(path)
    if (facts.isDirectory()) return { name, why: 'link_to_folder' }
    return facts.isFile() ? entryOf(name, path, facts) : { name, why: 'no_file' }
  } catch (error) {
    if (isGone(error)) return { name, why: 'link_broken' }
    throw error
  }
}

const entryOf = (
  name: string,
  path: string,
  { size, mtimeMs }: Pick<FileEntry, 'size' | 'mtimeMs'>,
): FileEntry => ({ name, path, size, mtimeMs })

const isInside = (root: string, path: string): boolean =>
  path.startsWith(root.endsWith(sep) ? root : root + sep)

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')

/** The path without links of a table that was named. @throws ColdpressError `invalid` */
export const pathOfTable = async (path: string): Promise<string> => {
  try {
    return await realpath(path)
  } catch (cause) {
    throw unreadableTable(path, cause)
  }
}

/** @throws ColdpressError `invalid` when there is no file that can be read, `too_large` */
export const readTableFile = async (
  path: string,
  maxBytes = maxTableBytes,
): Promise<Uint8Array> => {
  try {
    // Anything but a file, such as a named pipe, could keep its reader waiting for ever.
    if ((await stat(path)).isFile()) return await readBounded(path, { maxBytes })
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLargeTable(path, maxBytes)
    throw unreadableTable(path, cause)
  }
  throw unreadableTable(path)
}

const tooLargeTable = (path: string, maxBytes: number): ColdpressError =>
  new ColdpressError(
    'too_large',
    `The table ${path} is larger than ${maxBytes} bytes. Divide it into several and import one after the other.`,
    { details: { rule: 'table_too_large', path } },
  )

const unreadableTable = (path: string, cause?: unknown): ColdpressError =>
  new ColdpressError(
    'invalid',
    `The table ${path} cannot be read. Check that it is a file, its name and its permissions.`,
    { details: { rule: 'table_missing' }, cause },
  )
