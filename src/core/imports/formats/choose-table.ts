import { ColdpressError } from '#shared/errors.ts'
import { isTableName, isWorkbookName } from '#shared/import-formats.ts'
import type { FileEntry } from '../plan/plan-types.ts'

/** The tables at the top of a folder. A CSV beside a workbook was saved from it to be read. */
export const tablesOf = (files: readonly FileEntry[]): readonly FileEntry[] => {
  const tables = files.filter(({ name }) => !name.includes('/') && isTableName(name))
  const plain = tables.filter(({ name }) => !isWorkbookName(name))
  return plain.length > 0 ? plain : tables
}

/**
 * The path of an import's table: the one that was named, or else the only one at the top of the
 * folder.
 * @throws ColdpressError `invalid` when the folder holds none, or several
 */
export const chooseTable = (files: readonly FileEntry[], named?: string): string => {
  if (named !== undefined) return named
  const tables = tablesOf(files)
  const [table, second] = tables
  if (table === undefined)
    throw new ColdpressError(
      'invalid',
      'The folder holds no table (.csv, .tsv, .xlsx or .ods). Put the table of tokens there, or choose a table elsewhere.',
      { details: { rule: 'table_missing' } },
    )
  if (second === undefined) return table.path
  const names = tables.map(({ name }) => name)
  throw new ColdpressError(
    'invalid',
    `The folder holds ${names.length} tables: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}. Choose one.`,
    { details: { rule: 'table_ambiguous', tables: names } },
  )
}
