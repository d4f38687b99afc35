import { isDeepStrictEqual } from 'node:util'
import { countText } from '#values/text/format.ts'
import { readCid } from '#media/content/cid.ts'
import { isError, issueOf, readable, type Issue } from '../table/issues.ts'
import type { TableRow } from '../table/table-types.ts'
import { similarNameOf } from './match-files.ts'
import type { RowReading } from './plan-row.ts'
import type { PlannedImage } from './plan-types.ts'

export type DuplicateCheck = {
  /**
   * Files that serve several rows each, by their names: what the table means where more than half of
   * its rows share theirs, as editions do. Then no single row is suspect.
   */
  readonly sharedFiles: () => ReadonlyMap<string, readonly number[]>
  /** Records the row and reports what it shares with an earlier row. */
  readonly check: (tableRow: TableRow, reading: RowReading) => readonly Issue[]
}

/**
 * Takes rows in table order; each issue is on the later row and names the first.
 * @param readAgain reads an earlier row: names repeat so seldom that no reading is kept
 */
export const createDuplicateCheck = (
  readAgain: (tableRow: TableRow) => RowReading,
): DuplicateCheck => {
  const names = new Map<string, TableRow>()
  const alikeNames = new Map<string, { row: number; name: string }>()
  const files = new Map<string, number[]>()
  const contents = new Map<string, number>()

  const checkName = (tableRow: TableRow, reading: RowReading): readonly Issue[] => {
    const { row } = tableRow
    const name = reading.fields.asset_name
    const first = remember(names, name, tableRow)
    const alike = remember(alikeNames, similarNameOf(name), { row, name })
    const cellRef = { row, column: 'asset_name', value: name }
    if (first !== undefined) return [sameName(tableRow, reading, readAgain(first))]
    if (alike === undefined) return []
    const message = `Row ${row}, asset_name: differs from "${alike.name}" in row ${alike.row} by case, Unicode form or unseen characters only; people will take one for the other.`
    return [issueOf('asset_name_case', message, cellRef)]
  }

  const checkImage = (row: number, image: PlannedImage): readonly Issue[] => {
    const cellRef = { row, column: 'image', value: imageName(image) }
    const file = image.kind === 'file' ? rememberRow(files, image.file.name, row) : undefined
    const content = contentKey(image)
    const same = content === undefined ? undefined : remember(contents, content, row)
    if (file !== undefined) {
      const message = `Row ${row}, image: row ${file} has the same file.`
      return [issueOf('duplicate_file', message, cellRef)]
    }
    if (same === undefined) return []
    const message = `Row ${row}, image: the same content as in row ${same}.`
    return [issueOf('duplicate_content', message, cellRef)]
  }

  return {
    check: (tableRow, reading) => [
      ...(reading.fields.asset_name === '' ? [] : checkName(tableRow, reading)),
      ...(reading.image === undefined ? [] : checkImage(reading.row, reading.image)),
    ],
    sharedFiles: () => {
      const all = [...files.values()].flat().length
      const shared = [...files].filter(([, rows]) => rows.length > 1)
      return shared.flatMap(([, rows]) => rows).length * 2 > all ? new Map(shared) : new Map()
    },
  }
}

/** Only of two rows that make the same token may a fix remove one. */
const sameName = (tableRow: TableRow, reading: RowReading, first: RowReading): Issue => {
  const { row } = tableRow
  const cellRef = { row, column: 'asset_name', value: reading.fields.asset_name }
  const head = `Row ${row}, asset_name: row ${first.row} has the same asset name`
  if (hasMoreCells(tableRow) || !isSameToken(reading, first))
    return issueOf(
      'duplicate_asset_name',
      `${head}; each must be unique in the collection. Rename or remove one.`,
      cellRef,
    )
  const fix = { kind: 'remove_row', value: '', label: `Remove row ${row}` } as const
  const message = `${head}, and the same image and values. Each name must be unique in the collection. Remove one.`
  return issueOf('duplicate_asset_name', message, { ...cellRef, fix })
}

/** Text beyond the header is of no field, and yet somebody wrote it. */
const hasMoreCells = ({ cells, written = [] }: TableRow): boolean => written.length > cells.length

/** What a row with an error means is not known before that is fixed. */
const isSameToken = (rowReading: RowReading, other: RowReading): boolean =>
  ![...rowReading.issues, ...other.issues].some(isError) &&
  isDeepStrictEqual(rowReading.fields, other.fields) &&
  isDeepStrictEqual(rowReading.image, other.image) &&
  isDeepStrictEqual(rowReading.works, other.works)

/** @returns the first row with the key, if it is another one */
const rememberRow = (rows: Map<string, number[]>, key: string, row: number): number | undefined => {
  const before = rows.get(key)
  if (before === undefined) rows.set(key, [row])
  else before.push(row)
  return before?.[0]
}

/** With these, the warnings of single rows become a note for each file. */
export const withSharedFiles = (
  issues: readonly Issue[],
  shared: ReadonlyMap<string, readonly number[]>,
): readonly Issue[] =>
  shared.size === 0
    ? issues
    : [
        ...issues.filter(({ rule }) => rule !== 'duplicate_file'),
        ...[...shared].map(([name, rows]) =>
          issueOf(
            'shared_file',
            `${readable(name)} is the image of ${countText(rows.length, 'row')}, the first row ${rows[0]}. It is stored and pinned once.`,
            { value: name },
          ),
        ),
      ]

/** The first value stored under the key, if it is another one. */
const remember = <V>(map: Map<string, V>, key: string, value: V): V | undefined => {
  const first = map.get(key)
  if (first === undefined) map.set(key, value)
  return first
}

const imageName = (image: PlannedImage): string => {
  if (image.kind === 'file') return image.file.name
  return image.kind === 'ipfs' ? image.uri : image.url
}

/** Equal for images with the same bytes; undefined if their bytes are unknown. */
const contentKey = (image: PlannedImage): string | undefined => {
  if (image.kind === 'file') return image.file.sha256 && `sha256 ${image.file.sha256}`
  if (image.kind === 'url') return `url ${image.url}`
  const cid = readCid(image.uri.slice('ipfs://'.length))
  return cid && `cid ${cid.codec} ${cid.multihash}`
}
