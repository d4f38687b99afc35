import type { TableEdit } from '#contract/imports/draft-view.ts'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import { editing } from '../table/edit-table.ts'
import type { Issue } from '../table/issues.ts'
import { eachInPieces, inTurns, type Pieces } from '../table/pieces.ts'
import { isIgnored } from '../table/shape-table.ts'
import type { SkippedRow } from '../table/skipped-rows.ts'
import type { Table } from '../table/table-types.ts'
import { fixEdit } from './fix-edit.ts'
import type { Plan } from './plan-types.ts'

/** The edits that the fixes of the issues make that are wanted. */
export function* fixesOf(
  { issues, columns }: Pick<Plan, 'issues' | 'columns'>,
  table: Table,
  isWanted: (found: Issue) => boolean,
): Pieces<readonly TableEdit[]> {
  const edits: TableEdit[] = []
  yield* eachInPieces(issues, (found) => {
    const edit = isWanted(found) ? fixEdit(found, { table, columns }) : undefined
    if (edit !== undefined) edits.push(edit)
  })
  return edits
}

export type FixedTable = {
  readonly table: Table
  /** How many issues of each rule were fixed, in the order of the work. */
  readonly fixed: ReadonlyMap<IssueRule, number>
  /** The rows that a fix removed, each with its issue. */
  readonly removed: readonly SkippedRow[]
}

/** A fix can bring up another issue, as a name without its blanks may be that of another row. */
const maxRounds = 20

/**
 * Whether its fix may move text to another cell, leaves a row or a column out or makes tokens payable:
 * only who names the rule wants that.
 */
const needsName = ({ rule, column, fix }: Issue): boolean =>
  rule === 'row_too_long' ||
  (column === 'image' && fix?.kind === 'remove_row') ||
  rule === 'price_unconfirmed' ||
  (fix?.kind === 'rename' && isIgnored(fix.value))

/**
 * The table after the fixes of these rules, one rule after the other until none has any left.
 * @param rules `all`: those of errors and warnings that lose no text. What an info offers instead is
 * a choice.
 * @param planOf has to decode the images that a table names, or what it finds depends on what is
 * known of them
 */
export const applyFixes = async (
  own: Table,
  rules: ReadonlySet<string> = new Set(['all']),
  planOf: (table: Table) => Promise<Plan>,
): Promise<FixedTable> => {
  const isWanted = (found: Issue): boolean =>
    rules.has(found.rule) || (rules.has('all') && found.severity !== 'info' && !needsName(found))
  const fixed = new Map<IssueRule, number>()
  const removed: SkippedRow[] = []
  let table = own
  for (let round = 0; round < maxRounds; round++) {
    const plan = await planOf(table)
    const next = plan.issues.find(
      (found) => isWanted(found) && fixEdit(found, { table, columns: plan.columns }) !== undefined,
    )
    if (next === undefined) break
    const isNext = (found: Issue): boolean => found.rule === next.rule && isWanted(found)
    const edits = await inTurns(fixesOf(plan, table, isNext))
    table = await inTurns(editing(table, edits))
    fixed.set(next.rule, (fixed.get(next.rule) ?? 0) + edits.length)
    removed.push(...removedRows(plan.issues.filter(isNext)))
  }
  return { table, fixed, removed }
}

const removedRows = (issues: readonly Issue[]): readonly SkippedRow[] =>
  issues.flatMap(({ row, fix, message }) =>
    row !== null && fix?.kind === 'remove_row' ? [{ row, message }] : [],
  )
