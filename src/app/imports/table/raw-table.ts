import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import type { Issue } from './issues.ts'
import type { Pieces } from './pieces.ts'
import { shaping, type WrittenRow } from './shape-table.ts'
import type { Table } from './table-types.ts'

/** The cells of a CSV or of a sheet as its file holds them, before anything is known of them. */
export type RawTable = Pick<Table, 'encoding' | 'delimiter' | 'sheet'> & {
  /** In their order, without those that hold nothing. */
  readonly rows: readonly WrittenRow[]
  /** How the file was read. */
  readonly notes: readonly Issue[]
}

/** A table of its rows, the first of which is the header, in pieces. @throws ColdpressError `invalid` */
export function* shapingRaw({ rows, notes, ...form }: RawTable): Pieces<Table> {
  const [header, ...others] = rows
  if (header === undefined) throw emptyTable(form.sheet?.name)
  const table = yield* shaping({
    ...form,
    header: header.cells,
    headerRow: header.row,
    rows: others,
  })
  return { ...table, issues: [...notes, ...table.issues] }
}

const emptyTable = (sheet: string | undefined): ColdpressError =>
  errorBy(
    importErrors,
    'csv_empty',
    {},
    `The ${sheet === undefined ? 'table' : `sheet "${sheet}"`} is empty. Its first row must name the columns: asset_name, name, image.`,
  )
