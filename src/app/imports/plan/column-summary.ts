import type { Table } from '../table/table-types.ts'
import { collectionTags } from './collection-tags.ts'
import { type ColumnTarget, type MappedColumn, tokenColumns } from './column-target.ts'
import { adaPriceHeader } from './price-column.ts'
import { readable } from '../table/issues.ts'
import { isNumbering } from './number-column.ts'
import type { PlanCollection } from './plan-types.ts'

/** A column of a table, for mapping. */
export type ColumnSummary = {
  readonly header: string
  readonly letter: string
  /** Its target; null when its header is empty or invalid. */
  readonly target: ColumnTarget | null
  /** Its first distinct values. */
  readonly samples: readonly string[]
  /** It numbers the rows. */
  readonly isNumber: boolean
}

const sampled = 3
/** Cells with text that are looked at: a column may have fewer values in thousands of rows. */
const mostLooked = 1_000

/** Every column of the table, in order, mapped or not. */
export const summarizeColumns = (
  table: Table,
  mapped: readonly MappedColumn[],
): readonly ColumnSummary[] => {
  const own = mapped.filter(({ isShared }) => isShared !== true)
  const targets = new Map(own.map(({ index, target }) => [index, target]))
  return table.columns.map(({ header, letter }, index) => ({
    header,
    letter,
    target: targets.get(index) ?? null,
    samples: samplesOf(table, index),
    isNumber: isNumbering(table, index),
  }))
}

const samplesOf = ({ rows }: Table, index: number): readonly string[] => {
  const samples = new Set<string>()
  let looked = 0
  for (const { cells } of rows) {
    const cell = (cells[index] ?? '').trim()
    if (cell === '') continue
    samples.add(readable(cell))
    looked += 1
    if (samples.size === sampled || looked === mostLooked) break
  }
  return [...samples]
}

/** A possible target of a column, and the header that maps to it. */
export type MappingTarget = {
  readonly kind: 'field' | 'tag'
  readonly name: string
  readonly header: string
  readonly required: boolean
}

const neededFields: ReadonlySet<string> = new Set(['asset_name', 'name', 'image'])

/** The token's fields, then the collection's tags in its own order. */
export const mappingTargets = (collection: PlanCollection): readonly MappingTarget[] => {
  const { tags, required } = collectionTags(collection.metadata ?? undefined)
  return [
    ...tokenColumns.map((name) => {
      // Whoever chooses it here has read that it is in ADA.
      const header = name === 'price' ? adaPriceHeader : name
      return { kind: 'field' as const, name, header, required: neededFields.has(name) }
    }),
    ...tags.map((name) => {
      return { kind: 'tag' as const, name, header: name, required: required.includes(name) }
    }),
  ]
}
