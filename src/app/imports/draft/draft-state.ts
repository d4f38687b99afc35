import type { TableEdit } from '#contract/imports/draft-view.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { ImageCheck } from '#media/images/image-check.ts'
import type { ImportRequest, PlanInputs } from '../inputs/inputs.ts'
import { type NamedTable, nameTable } from '../inputs/made-names.ts'
import { renaming } from '../inputs/rename-tokens.ts'
import { changesPlan, hasLook, withChecks } from '../pipeline/check-images.ts'
import { fixesOf } from '../plan/apply-fixes.ts'
import { collectionTags } from '../plan/collection-tags.ts'
import { mapColumns } from '../plan/columns.ts'
import { leaveOutUnknown } from '../plan/fix-edit.ts'
import { planInTurns } from '../plan/plan.ts'
import type { FileEntry, Plan } from '../plan/plan-types.ts'
import { choicesOf, type ColumnChoice, rememberedEdits } from '../plan/remembered-mapping.ts'
import { hasOtherImages } from '../run/prepare-run.ts'
import { editing } from '../table/edit-table.ts'
import { issueOf } from '../table/issues.ts'
import { inTurns } from '../table/pieces.ts'
import { headerKey, isIgnored } from '../table/shape-table.ts'
import type { SkippedRow } from '../table/skipped-rows.ts'
import type { NamePatterns, Table, TableRow } from '../table/table-types.ts'

/** The state of a draft. */
export type DraftState = {
  readonly request: ImportRequest
  /** The last reading; its `table` is the user's own. */
  readonly inputs: PlanInputs
  /** The table after each step, the newest last. */
  readonly steps: readonly Table[]
  /** True once the oldest steps were dropped: undoing all others does not undo those. */
  readonly isDeep: boolean
  /** The table with all edits. */
  readonly table: Table
  /** The table that the user found when the draft opened. */
  readonly opened: Table
  /** The job that a start goes on with. */
  readonly job: string | undefined
  readonly plan: Plan
}

/** A step shares unchanged rows with the others: of ten thousand rows it takes about 60 kB. */
const maxSteps = 200

/** Whether the table differs from the user's own file. */
export const isFixed = ({ steps, isDeep }: DraftState): boolean => steps.length > 0 || isDeep

/** Whether the user changed the table since the draft opened. */
export const isEdited = (state: DraftState): boolean =>
  isFixed(state) && state.table !== state.opened

/** The rows that the import leaves out: those that the user removed and, if asked, those with errors. */
export const skippedRows = (
  { inputs, table, plan }: DraftState,
  skipInvalid: boolean,
): readonly SkippedRow[] => {
  const left = new Set(table.rows.map(({ row }) => row))
  const removed = inputs.table.rows.filter(({ row }) => !left.has(row))
  return [
    ...removed.map(({ row }) => ({ row, message: null })),
    ...(skipInvalid ? (plan.invalidRows ?? []) : []),
  ]
}

/**
 * The draft as it opens. Columns of unknown name are left out in a step of its own: an attribute is
 * on chain for good, so the user chooses it.
 */
export const firstState = async (
  request: ImportRequest,
  inputs: PlanInputs,
  signal?: AbortSignal,
): Promise<DraftState> => {
  const own = inputs.table
  const mapped = await withChoices(own, inputs.remembered?.columns ?? [])
  const named = await withNames(mapped, inputs, signal)
  const table = await withoutUnknown(named.table, inputs)
  const { assetNames, names = inputs.source.names } = named
  const read = { ...inputs, source: { ...inputs.source, assetNames, names } }
  return await draftStateOf(request, read, table === own ? undefined : table, { signal })
}

/** The table with the columns as they were chosen before. */
const withChoices = async (table: Table, choices: readonly ColumnChoice[]): Promise<Table> => {
  const edits = rememberedEdits(table, choices)
  return edits.length === 0 ? table : await inTurns(editing(table, edits))
}

/** The table with the columns of names that it lacks. What a format made is part of its reading. */
export const withNames = async (
  table: Table,
  inputs: PlanInputs,
  signal?: AbortSignal,
): Promise<NamedTable> =>
  inputs.naming.made === undefined
    ? await nameTable(table, inputs, signal)
    : { table, assetNames: inputs.source.assetNames, names: inputs.source.names }

/** The table without the columns that nobody knows. */
const withoutUnknown = async (
  table: Table,
  { collection, files }: Pick<PlanInputs, 'collection' | 'files'>,
): Promise<Table> => {
  const tags = collectionTags(collection.metadata ?? undefined)
  const edits = leaveOutUnknown(table, mapColumns(table, tags, files).columns, files)
  return edits.length === 0 ? table : await inTurns(editing(table, edits))
}

/** The columns that have a meaning which was chosen before, and still have it. */
export const rememberedColumns = ({ inputs, table }: DraftState): readonly ColumnChoice[] => {
  const known = new Map(
    rememberedEdits(inputs.table, inputs.remembered?.columns ?? []).map(
      ({ column, to }) => [column, to] as const,
    ),
  )
  const own = new Map(inputs.table.columns.map(({ letter, header }) => [letter, header]))
  return table.columns.flatMap(({ letter, header }) =>
    known.get(letter) === header ? [{ header: own.get(letter) ?? '', to: header }] : [],
  )
}

/** What the user chose for each column: not that a column of unknown name was left out for them. */
export const chosenColumns = ({ inputs, table, opened }: DraftState): readonly ColumnChoice[] => {
  const remembered = new Set(inputs.remembered?.columns.map(({ header }) => headerKey(header)))
  const untouched = new Set(opened.columns.map(({ header }) => header).filter(isIgnored))
  return choicesOf(inputs.table, table).filter(
    ({ header, to }) => !untouched.has(to) || remembered.has(headerKey(header)),
  )
}

/** As if nothing had been chosen before, in one step that can be undone. */
export const forgetChoices = async (state: DraftState): Promise<DraftState> => {
  const before = new Map(rememberedColumns(state).map(({ header, to }) => [to, header]))
  const inputs = { ...state.inputs, remembered: undefined }
  const renames = state.table.columns.flatMap(({ header, letter }): TableEdit[] => {
    const own = before.get(header)
    return own === undefined ? [] : [{ kind: 'rename', column: letter, to: own }]
  })
  if (renames.length === 0) return { ...state, inputs }
  const renamed = await inTurns(editing(state.table, renames))
  const named = await withNames(renamed, inputs)
  const table = await withoutUnknown(named.table, inputs)
  return withTable({ ...state, inputs }, table, [...state.steps, state.table])
}

/** A draft of the user's own table; `fixed` is its first step. */
export const draftStateOf = async (
  request: ImportRequest,
  inputs: PlanInputs,
  fixed: Table | undefined,
  { job, signal }: { readonly job?: string; readonly signal?: AbortSignal | undefined } = {},
): Promise<DraftState> => {
  const table = fixed ?? inputs.table
  const steps = fixed === undefined ? [] : [inputs.table]
  const plan = await planOf(request, inputs, { steps, table }, signal)
  return { request, inputs, steps, isDeep: false, table, opened: table, job, plan }
}

const planOf = (
  { settings }: ImportRequest,
  inputs: PlanInputs,
  { steps, table }: Pick<DraftState, 'steps' | 'table'>,
  signal?: AbortSignal,
): Promise<Plan> =>
  planInTurns({ ...inputs, table, settings, leftOut: removedRows(steps, table) }, signal)

/** The rows that the steps have removed, each as it was last. No step adds one. */
const removedRows = (steps: readonly Table[], { rows: left }: Table): readonly TableRow[] => {
  const removed = new Map<number, TableRow>()
  let most = left.length
  for (const { rows } of steps.toReversed()) {
    if (rows.length <= most) continue
    most = rows.length
    for (const row of rows) if (!removed.has(row.row)) removed.set(row.row, row)
  }
  if (removed.size > 0) for (const { row } of left) removed.delete(row)
  return [...removed.values()]
}

const withTable = async (
  state: DraftState,
  table: Table,
  steps: readonly Table[],
): Promise<DraftState> => ({
  ...state,
  steps: steps.slice(-maxSteps),
  isDeep: state.isDeep || steps.length > maxSteps,
  table,
  plan: await planOf(state.request, state.inputs, { steps, table }),
})

/** One step that can be undone. @throws ColdpressError `invalid`: see `editTable`. */
export const editState = async (
  state: DraftState,
  edits: readonly TableEdit[],
): Promise<DraftState> =>
  withTable(state, await inTurns(editing(state.table, edits)), [...state.steps, state.table])

/** Makes names of all rows by a pattern. @throws ColdpressError `invalid` for one that cannot be read */
export const nameTokens = async (
  state: DraftState,
  by: { readonly of: keyof NamePatterns; readonly pattern: string },
): Promise<DraftState> => {
  const { naming, files, collection, table: own } = state.inputs
  const tags = collectionTags(collection.metadata ?? undefined)
  const table = await inTurns(
    renaming(state.table, { ...naming, tags, files, collection: collection.name, own }, by),
  )
  return withTable(state, table, [...state.steps, state.table])
}

/** Other image settings; what was read stays. */
export const changeSettings = async (
  state: DraftState,
  settings: ImportRequest['settings'],
): Promise<DraftState> => {
  const request = { ...state.request, settings }
  const { earlierSettings } = state.inputs
  const otherSettings =
    earlierSettings !== undefined && hasOtherImages({ settings: earlierSettings }, request)
  const inputs = { ...state.inputs, otherSettings }
  return { ...state, request, inputs, plan: await planOf(request, inputs, state) }
}

/** Applies every fix of one rule. @throws ColdpressError `invalid` when there is none. */
export const fixRule = async (state: DraftState, rule: string): Promise<DraftState> => {
  const edits = await inTurns(fixesOf(state.plan, state.table, (found) => found.rule === rule))
  if (edits.length > 0) return editState(state, edits)
  throw new ColdpressError('invalid', 'None of these issues has a fix that can be applied.', {
    details: { rule },
  })
}

/** @throws ColdpressError `conflict` when there is nothing to undo. */
export const undoEdit = (state: DraftState): Promise<DraftState> => {
  const before = state.steps.at(-1)
  const steps = state.steps.slice(0, -1)
  if (before === undefined)
    throw new ColdpressError('conflict', 'There is no edit left that could be taken back.')
  // The user's own table may have been read again since the first step.
  const table = steps.length === 0 && !state.isDeep ? state.inputs.table : before
  return withTable(state, table, steps)
}

/**
 * Replaces what was read. An edited table stays as it is, for its edits refer to rows of the file that
 * was read then; if the file is another one now, an issue says so.
 */
export const replan = async (
  state: DraftState,
  request: ImportRequest,
  inputs: PlanInputs,
): Promise<DraftState> => {
  if (state.table === state.opened && state.job === undefined)
    return await firstState(request, inputs)
  if (!isFixed(state)) {
    const plan = await planOf(request, inputs, { steps: [], table: inputs.table })
    return { ...state, request, inputs, table: inputs.table, plan }
  }
  const marked = isSameContent(inputs.table, state.inputs.table) ? state : markOutdated(state)
  const plan = await planOf(request, inputs, marked)
  return { ...marked, request, inputs, plan }
}

const isSameContent = (table: Table, other: Table): boolean =>
  table.headerRow === other.headerRow &&
  isSameList(headersOf(table), headersOf(other)) &&
  table.rows.length === other.rows.length &&
  table.rows.every(({ row, cells }, at) => {
    const same = other.rows[at]
    return same !== undefined && same.row === row && isSameList(same.cells, cells)
  })

const headersOf = ({ columns }: Table): readonly string[] => columns.map(({ header }) => header)

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at])

/** Every step says that the user's own table is another one now; without steps that one is shown. */
const markOutdated = (state: DraftState): DraftState => {
  const mark = (table: Table): Table => ({
    ...table,
    issues: [tableChanged, ...table.issues.filter(({ rule }) => rule !== tableChanged.rule)],
  })
  const table = mark(state.table)
  const opened = state.opened === state.table ? table : state.opened
  return { ...state, table, opened, steps: state.steps.map(mark) }
}

const tableChanged = issueOf(
  'table_changed',
  'The table has changed since you began to change it here. The import goes on with your changes to the table as it was. Undo all of them to use the table as it is now.',
)

/** A file as it was when the folder was read: of a changed one nothing is known. */
export const stateKey = ({ path, size, mtimeMs }: FileEntry): string =>
  JSON.stringify([path, size, mtimeMs])

/** Adds the results of checks, by `stateKey`; plans again only where they say something new. */
export const addChecks = async (
  state: DraftState,
  found: ReadonlyMap<string, ImageCheck>,
): Promise<DraftState> => {
  const files = withChecks(state.inputs.files, (file) => found.get(stateKey(file)))
  const inputs = { ...state.inputs, files }
  const isNews = files.some(
    (file, index) => file !== state.inputs.files[index] && (changesPlan(file) || hasLook(file)),
  )
  if (!isNews) return { ...state, inputs }
  return { ...state, inputs, plan: await planOf(state.request, inputs, state) }
}
