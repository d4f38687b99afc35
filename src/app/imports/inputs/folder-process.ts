import { ColdpressError } from '#values/errors/errors.ts'
import { kindOfDescription } from '#contract/imports/import-formats.ts'
import { printable } from '#values/text/printable.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { readAnyTable, smallFileBytes } from '../table/read-any-table.ts'
import { readByProcess, type TableProcessOptions } from '../table/reading-process.ts'
import { tableLimits } from '../table/table-limits.ts'
import { createRows } from '../table/table-process.ts'
import type { ScannedFolder } from './folder.ts'
import { type FolderLists, folderReply, type FolderReply } from './folder-messages.ts'
import { folderInput } from './folder-pieces.ts'
import { type FolderReading, readFolder, type SourceRequest } from './open-source.ts'

/** Reads a folder that was scanned; see {@link readAnyFolder}. */
export type ReadFolder = (
  request: SourceRequest,
  scanned: ScannedFolder,
  signal: AbortSignal | undefined,
) => Promise<FolderReading>

/**
 * Reads a folder in its format, by a process of its own where it holds large metadata: whatever that
 * makes of the memory, this one goes on.
 * @throws ColdpressError as `readFolder` and `readByProcess`; the signal's reason within a second once
 * aborted
 */
export const readAnyFolder =
  (options?: TableProcessOptions): ReadFolder =>
  async (request, scanned, signal) => {
    const large = largestMetadata(request, scanned)
    if (large === undefined)
      return await readFolder(request, scanned, signal, (bytes, form, ended) =>
        readAnyTable(bytes, form, ended, options),
      )
    return await readFolderInProcess(request, scanned, { large, signal }, options)
  }

/** A fixed copy is read instead of what the folder holds. */
const largestMetadata = (
  { ownTable }: SourceRequest,
  { files }: ScannedFolder,
): FileEntry | undefined => {
  if (ownTable !== undefined) return undefined
  return files
    .filter(({ name, size }) => size > smallFileBytes && kindOfDescription(name) === 'json')
    .reduce<FileEntry | undefined>(
      (a, b) => (a !== undefined && a.size >= b.size ? a : b),
      undefined,
    )
}

const readFolderInProcess = (
  request: SourceRequest,
  scanned: ScannedFolder,
  { large, signal }: { readonly large: FileEntry; readonly signal: AbortSignal | undefined },
  options?: TableProcessOptions,
): Promise<FolderReading> => {
  const takePieces = createLists()
  return readByProcess<Part, FolderReading>(
    {
      input: folderInput({ request, scanned }),
      request: { kind: 'read_folder' },
      parseReply: (message) => folderReply.safeParse(message).data,
      take: (part) => {
        if (part.kind === 'folder') return readingOf(part, takePieces({}), scanned)
        takePieces(part.lists)
        return undefined
      },
      subject: printable(large.name),
      advice: 'Divide it into several files, or leave out what describes no token, and try again.',
    },
    signal,
    options,
  )
}

type Part = Extract<FolderReply, { kind: 'pieces' | 'folder' }>
type Pieces = Extract<FolderReply, { kind: 'pieces' }>['lists']
type Lists = { readonly [Name in keyof FolderLists]: readonly FolderLists[Name][number][] }

/** Collects the lists of a reading, up to as many as a table may have rows. */
const createLists = (): ((more: Pieces) => Lists) => {
  const takeRows = createRows<FolderLists['rows'][number]>()
  const lists: Omit<FolderLists, 'rows'> = { issues: [], seeds: [], works: [] }
  const add = <Item>(list: Item[], more: readonly Item[] = []): void => {
    if (list.length + more.length > tableLimits.rows) throw tooMuch()
    for (const item of more) list.push(item)
  }
  return ({ rows, issues, seeds, works }) => {
    add(lists.issues, issues)
    add(lists.seeds, seeds)
    add(lists.works, works)
    return { ...lists, rows: takeRows(rows ?? []) }
  }
}

const readingOf = (
  {
    folder,
    tablePath,
    collectionName,
    table,
    made,
    source,
  }: Extract<FolderReply, { kind: 'folder' }>,
  { rows, issues, seeds, works }: Lists,
  { files }: ScannedFolder,
): FolderReading => ({
  folder,
  tablePath,
  collectionName,
  source: { ...source, names: source.names },
  table: { ...table, rows, issues },
  made: made && {
    ...made,
    seeds: seeds.map(({ name, number }) => ({ name, number })),
  },
  works: works.flatMap((place) => files[place] ?? []),
})

const tooMuch = (): ColdpressError =>
  new ColdpressError('internal', 'The process that reads folders sent more than a table may hold.')
