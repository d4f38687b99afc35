import { displayNamePattern, fillPattern, readPattern } from '../formats/name-pattern.ts'
import { mapColumns } from '../plan/columns.ts'
import { editing } from '../table/edit-table.ts'
import { issueOf, readable } from '../table/issues.ts'
import type { Pieces } from '../table/pieces.ts'
import type { NamePatterns, Table } from '../table/table-types.ts'
import {
  columnEdits,
  columnOfField,
  examples,
  madeAssetNames,
  type MadeColumn,
  type Naming,
} from './made-names.ts'
import { readRows, type RowWords } from './row-words.ts'

/**
 * The table with other names in all rows, by a pattern that a person chose. A column that the user's
 * own table has for them stays, and is left out.
 * @param own the table as it was read
 * @throws ColdpressError `invalid` for a pattern that cannot be read
 */
export function* renaming(
  table: Table,
  naming: Naming & { readonly own: Table },
  { of, pattern }: { readonly of: keyof NamePatterns; readonly pattern: string },
): Pieces<Table> {
  const { own, made } = naming
  const { columns } = mapColumns(table, naming.tags, naming.files)
  const places = new Map(own.rows.map(({ row }, at) => [row, at]))
  const rows = yield* readRows(table, columns, { ...naming, places })
  const { texts, note } = yield* namesBy(rows, of, pattern)
  const field = of === 'names' ? 'name' : 'asset_name'
  const before = columnOfField(table, columns, field)
  const isOwn = made === undefined && own.columns.some(({ letter }) => letter === before?.letter)
  const freed =
    before !== undefined && isOwn
      ? yield* editing(table, [
          { kind: 'rename', column: before.letter, to: `ignore:${before.header}` },
        ])
      : table
  const column = isOwn ? field : (before?.letter ?? field)
  const edited = yield* editing(freed, columnEdits(freed, column, texts))
  const notes = edited.issues.filter(
    ({ rule, message }) =>
      rule !== 'made_names' || isOfAssetNames(message) !== (of === 'assetNames'),
  )
  return {
    ...edited,
    issues: [issueOf('made_names', note), ...notes],
    patterns: { ...table.patterns, [of]: pattern },
  }
}

const isOfAssetNames = (note: string): boolean => note.startsWith('Asset names ')

function* namesBy(
  rows: readonly RowWords[],
  of: keyof NamePatterns,
  pattern: string,
): Pieces<Pick<MadeColumn, 'texts' | 'note'>> {
  if (of === 'assetNames') return yield* madeAssetNames(rows, pattern)
  const parts = readPattern(pattern, displayNamePattern)
  const texts = rows.map((row) => fillPattern(parts, row) ?? '')
  return { texts, note: `Names are made by the pattern ${readable(pattern)}, ${examples(texts)}.` }
}
