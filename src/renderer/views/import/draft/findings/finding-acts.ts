import type { FindingFacts } from '../../../../../shared/calls/imports.ts'

/** Rules that are about columns: they are settled where columns are mapped. */
const columnRules: ReadonlySet<string> = new Set([
  'empty_header',
  'duplicate_header',
  'missing_column',
  'missing_tag_column',
  'unknown_tag',
  'similar_column',
  'custom_column',
  'empty_column',
  'clashing_attribute',
])

export const isAboutColumns = ({ rule }: FindingFacts): boolean => columnRules.has(rule)

export type CellPlace = { readonly row: number; readonly letter: string }

/** The cell that a finding speaks of, if it speaks of one. */
export const cellOf = ({ row, letter }: FindingFacts): CellPlace | undefined =>
  row === null || letter === null ? undefined : { row, letter }

/** The cell that another file's name would go to. */
export const fileCellOf = (finding: FindingFacts): CellPlace | undefined =>
  finding.column === 'image' && !isAboutColumns(finding) ? cellOf(finding) : undefined
