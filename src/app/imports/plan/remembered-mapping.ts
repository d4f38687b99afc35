import type { TableEdit } from '#contract/imports/draft-view.ts'
import type { ImportFormat } from '#contract/imports/import-formats.ts'
import { headerKey } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'

/** What a column of some header fills: `to` is the header that says so. */
export type ColumnChoice = { readonly header: string; readonly to: string }

type RenameEdit = Extract<TableEdit, { readonly kind: 'rename' }>

/** What was chosen when folders were imported into a collection before. */
export type RememberedMapping = {
  readonly columns: readonly ColumnChoice[]
  /** What is recognised as the one format is read as the other. */
  readonly readings: readonly { readonly guessed: ImportFormat; readonly format: ImportFormat }[]
  /** The pattern of names for files without a table. */
  readonly names: string | null
  /** The pattern of asset names where no column and no file gives them. */
  readonly assetNames: string | null
}

export const noMapping: RememberedMapping = {
  columns: [],
  readings: [],
  names: null,
  assetNames: null,
}

/**
 * The edits that give the columns of a table the meaning that they had before. A column stays as it
 * is where the table has another one of the new name.
 */
export const rememberedEdits = (
  { columns }: Pick<Table, 'columns'>,
  choices: readonly ColumnChoice[],
): RenameEdit[] => {
  const known = new Map(choices.map(({ header, to }) => [headerKey(header), to]))
  const taken = new Set(columns.map(({ header }) => headerKey(header)))
  return columns.flatMap(({ header, letter }): RenameEdit[] => {
    const to = header === '' ? undefined : known.get(headerKey(header))
    if (to === undefined || to === header || taken.has(headerKey(to))) return []
    return [{ kind: 'rename', column: letter, to }]
  })
}

/** What was chosen for each column of a table: its own header where it has it again. */
export const choicesOf = (own: Table, now: Table): readonly ColumnChoice[] => {
  const after = new Map(now.columns.map(({ letter, header }) => [letter, header]))
  return own.columns.flatMap(({ header, letter }) => {
    const to = after.get(letter)
    return header === '' || to === undefined || to === '' ? [] : [{ header, to }]
  })
}
