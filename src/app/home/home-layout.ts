import { isDatabase } from '#platform/db/database-names.ts'
import { recordName } from '#platform/db/home-record.ts'
import { isItemName } from '#keys/vault/secret-store.ts'

/** Where an import puts the user's own files, which no program reads: none of them gets a name that means something. */
export const otherFiles = 'other-files'

/** The item of the vault that a sealed file holds. */
const itemOf = (name: string): string | undefined => {
  const item = /^secrets\/(?<item>.+)\.age$/u.exec(name)?.groups?.['item'] ?? ''
  return isItemName(item) ? item : undefined
}

const inFolders = new RegExp(`^(?:content/(?:objects|archives)|imports|${otherFiles})/.`, 'u')

/** What a data folder is made of. An import places nothing else. */
const isPart = (name: string): boolean =>
  isDatabase(name) ||
  name === recordName ||
  name === 'vault.json' ||
  itemOf(name) !== undefined ||
  inFolders.test(name)

const topFolders: ReadonlySet<string> = new Set([
  'content',
  'imports',
  'secrets',
  'studio',
  'submissions',
  otherFiles,
])

/** The same of a name at the top of the data folder, which may be a folder. */
export const isPartAtTop = (name: string): boolean => topFolders.has(name) || isPart(name)

/** Belongs to this computer, or is made again. */
const ofThisComputer: ReadonlySet<string> = new Set([
  'cache',
  'crashes',
  'home.lock',
  'updates',
  'window',
  'window.json',
])

/**
 * What an import that takes the place of a data folder leaves where it is, by its name in the folder.
 * Upper case counts as lower case: some file systems do not distinguish them.
 */
export const isOfThisComputer = (name: string): boolean =>
  ofThisComputer.has(name.toLowerCase()) ||
  /^(?:import-(?:ready|placing|aside|failed-)|(?:import|export|record)-\d+-[0-9a-f]{24}\.tmp$|before-import-|set-aside-\d|home\.lock-)/iu.test(
    name,
  )

/** Stays behind besides: locks, the mark of a move, an index that is made again. */
const leftBehind: ReadonlySet<string> = new Set(['content/index.db', 'moved.json', 'vault.lock'])

/** Copies from before an update, unfinished files, logs, and SQLite's own files. */
const passing =
  /(?:\.tmp|\.part|\.log|\.log\.1|-wal|-shm|-journal)$|\.db\.(?:before-update|damaged)-/iu

/**
 * `part`: what a data folder is made of. `stays`: what no export writes and no import places.
 * `other`: a file that Coldpress did not make.
 */
export type NameKind = 'part' | 'stays' | 'other'

export const kindOf = (name: string): NameKind => {
  const [top = ''] = name.split('/')
  if (isOfThisComputer(top) || leftBehind.has(name.toLowerCase()) || passing.test(name))
    return 'stays'
  return isPart(name) ? 'part' : 'other'
}

/** The name that a file of a data folder has in an exported one. */
export const nameInFile = (name: string): string =>
  kindOf(name) === 'other' ? `${otherFiles}/${name}` : name
