import type { WrittenRow } from '../shape-table.ts'

export type WorkbookSheet = {
  readonly name: string
  readonly isHidden: boolean
  /** As a person sees them. Rows that are hidden or filtered are there too. @throws ColdpressError `invalid` */
  readonly rows: () => Promise<readonly WrittenRow[]>
}
