import type { WrittenRow } from '../shape-table.ts'
import type { FilledRange } from './merged-cells.ts'

/** As a person sees them. Rows that are hidden or filtered are there too. */
export type SheetCells = {
  readonly rows: readonly WrittenRow[]
  /** The merged cells whose text more than one row has. */
  readonly filled: readonly FilledRange[]
}

export type WorkbookSheet = {
  readonly name: string
  readonly isHidden: boolean
  /** @throws ColdpressError `invalid` */
  readonly cells: () => Promise<SheetCells>
}
