import { isJsonObject } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { jsonOf } from '#values/text/json-of.ts'
import { inTurns } from '../table/pieces.ts'
import { shapingRaw } from '../table/raw-table.ts'
import type { ReadTable } from '../table/read-any-table.ts'
import type { TableReply } from '../table/table-messages.ts'
import { readRawTable } from '../table/read-raw-table.ts'
import type { ScannedFolder } from './folder.ts'
import type { FolderLists, FolderReply } from './folder-messages.ts'
import { readFolder, type SourceRequest } from './open-source.ts'

/** A folder, and what was asked of it, as the parent writes it. */
type FolderInput = { readonly request: SourceRequest; readonly scanned: ScannedFolder }

export const folderInput = (input: FolderInput): Uint8Array => Buffer.from(JSON.stringify(input))

/** No list of it is checked: the parent wrote it for a program of its own. */
const isFolderInput = (value: unknown): value is FolderInput =>
  isJsonObject(value) && 'request' in value && 'scanned' in value

/** One or many items of a list, as a message has them. */
type Pieces = { readonly [Name in keyof FolderLists]?: readonly unknown[] }

/** A reply before the parent checks it. */
export type SentReply = Readonly<Record<string, unknown>> & {
  readonly kind: FolderReply['kind'] | TableReply['kind']
}

/** The replies of the process that reads a folder. @throws ColdpressError as `readFolder` */
export async function* readFolderOf(input: Uint8Array): AsyncGenerator<SentReply> {
  const given = jsonOf(Buffer.from(input).toString())
  if (!isFolderInput(given)) throw new ColdpressError('internal', 'No folder was given to read.')
  const { request, scanned } = given
  const reading = await readFolder(request, scanned, undefined, readHere)
  const { table, made, works, ...details } = reading
  const { rows, issues, ...form } = table
  const places = new Map(scanned.files.map(({ path }, place) => [path, place]))
  const lists: Required<Pieces> = {
    rows,
    issues,
    seeds: made?.seeds ?? [],
    works: works.map(({ path }) => places.get(path)),
  }
  for (const [name, items] of Object.entries(lists))
    for (const piece of piecesOf(items)) yield { kind: 'pieces', lists: { [name]: piece } }
  yield {
    kind: 'folder',
    ...details,
    table: form,
    ...(made === undefined ? {} : { made: { pattern: made.pattern } }),
  }
}

const readHere: ReadTable = async (bytes, form) =>
  await inTurns(shapingRaw(await readRawTable(bytes, form)))

/** About as many characters as the parent parses in a few milliseconds. */
const charactersAtOnce = 128 * 1024

export function* piecesOf<Item>(items: Iterable<Item>): Generator<readonly Item[]> {
  let piece: Item[] = []
  let characters = 0
  for (const item of items) {
    piece.push(item)
    characters += weightOf(item)
    if (characters < charactersAtOnce) continue
    yield piece
    piece = []
    characters = 0
  }
  if (piece.length > 0) yield piece
}

const weightOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length + 3
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce<number>((sum, part) => sum + weightOf(part), 8)
}
