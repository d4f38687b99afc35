import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { ColdpressError } from '#values/errors/errors.ts'
import { countTraits, type Trait, type TraitCounts } from '#values/rarity/rarity.ts'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import type {
  IssueView,
  ImportDraft,
  MappedColumnView,
  PlannedTokenView,
} from '#contract/imports/draft-view.ts'
import { walletContentOf } from '#contract/tokens/wallet-content.ts'
import { isOfTable } from '#contract/imports/import-formats.ts'
import { estimating } from '../estimate/estimate.ts'
import { describePacking, packingAssumptions } from '../estimate/mint-packing.ts'
import type { SourceFormat } from '../inputs/open-source.ts'
import { summarizeColumns, mappingTargets } from '../plan/column-summary.ts'
import { countByRule, isError, type Issue, readable } from '../table/issues.ts'
import { inTurns } from '../table/pieces.ts'
import { pendingWork } from '../plan/metadata-input.ts'
import type { FileEntry, Plan, PlannedImage, PlannedToken } from '../plan/plan-types.ts'
import { previewMetadata } from '../plan/preview.ts'
import { letterOfIssue, fixEdit } from '../plan/fix-edit.ts'
import type { TableRow } from '../table/table-types.ts'
import { type DraftState, isEdited, rememberedColumns } from './draft-state.ts'
import type { Draft } from './drafts.ts'

/** A draft as the window shows it: everything except rows, issues and tokens. */
export const describeDraft = async (draft: Draft, pace: number): Promise<ImportDraft> => {
  const state = draft.state()
  const { request, inputs, plan, table, steps } = state
  const { collection } = inputs
  const { bytes, seconds, mint } = await inTurns(
    estimating(plan, { cores: availableParallelism(), pace }),
  )
  return {
    id: draft.id,
    purpose: request.purpose ?? 'add',
    accountId: request.accountId,
    collectionId: collection.id,
    collectionName: collection.name,
    folder: inputs.folder,
    tablePath: inputs.tablePath,
    source: {
      ...inputs.source,
      names: table.patterns?.names ?? inputs.source.names ?? null,
      assetNames: table.patterns?.assetNames ?? inputs.source.assetNames ?? null,
      sheet: shownSheet(inputs.source.sheet),
      encoding: shownEncoding(inputs),
      headerRow: isOfTable(inputs.source.format) ? inputs.table.headerRow : null,
      remembered: [...rememberedColumns(state)],
    },
    settings: request.settings,
    pinner: request.pinner,
    columns: summarizeColumns(table, plan.columns).map((column) => shownColumn(column, state)),
    targets: [...mappingTargets(collection)],
    counts: {
      ...plan.counts,
      issues: plan.issues.length,
      invalidRows: plan.tokens.length === 0 ? null : (plan.invalidRows?.length ?? null),
      files: inputs.files.length,
    },
    rules: [...countByRule(plan.issues)],
    edits: steps.length,
    isEdited: isEdited(state),
    job: state.job ?? null,
    estimate: {
      bytes,
      seconds,
      ...describePacking(mint),
      assumptions: packingAssumptions(plan),
    },
  }
}

const shownEncoding = ({
  source,
  table,
}: DraftState['inputs']): ImportDraft['source']['encoding'] =>
  isOfTable(source.format) && source.sheet === undefined ? table.encoding : null

const shownSheet = (sheet: SourceFormat['sheet']): ImportDraft['source']['sheet'] =>
  sheet === undefined ? null : { name: sheet.name, all: [...sheet.all] }

const shownColumn = (
  column: ReturnType<typeof summarizeColumns>[number],
  { request, inputs: { table: own, naming } }: DraftState,
): MappedColumnView => ({
  ...column,
  samples: [...column.samples],
  isMade:
    own.columns.every(({ letter }) => letter !== column.letter) ||
    (naming.made !== undefined && column.header === 'asset_name'),
  fixed: request.purpose === 'change' ? fixedField(column.target) : null,
})

/** What names a token, and the image that it keeps: neither can be changed in a table. */
const fixedField = (target: MappedColumnView['target']): MappedColumnView['fixed'] =>
  target?.kind === 'field' && (target.name === 'asset_name' || target.name === 'image')
    ? target.name
    : null

type Page = { readonly offset: number; readonly limit: number }

const slice = <T>(all: readonly T[], { offset, limit }: Page): readonly T[] =>
  all.slice(offset, offset + limit)

/** More of one rule are one line. */
const mostListed = 3

export const describePlanIssues = (
  { plan, table, inputs }: DraftState,
  { rule, severity, isGrouped = false, ...page }: CallInput<'imports.issues'>,
): CallOutput<'imports.issues'> => {
  const found = plan.issues.filter(
    (issue) =>
      (rule === null || issue.rule === rule) &&
      (severity === null || issue.severity === severity || isNotable(severity, issue)),
  )
  const listed = isGrouped && rule === null ? groupIssues(found) : found.map((issue) => ({ issue }))
  const names = filesByName(inputs)
  return {
    issues: slice<ListedIssue>(listed, page).map(({ issue, count }) => ({
      ...describePlanIssue(issue, { table, columns: plan.columns }),
      ...(issue.row === null && issue.value !== undefined && names.has(issue.value)
        ? { file: issue.value }
        : {}),
      ...(count === undefined ? {} : { count }),
    })),
    total: listed.length,
  }
}

type ListedIssue = { readonly issue: Issue; readonly count?: number }

const isNotable = (severity: CallInput<'imports.issues'>['severity'], issue: Issue): boolean =>
  severity === 'notable' && issue.severity !== 'info'

/** Errors first; of a rule with many the first one stands for all. */
const groupIssues = (found: readonly Issue[]): readonly ListedIssue[] => {
  const byRule = Map.groupBy(found, ({ rule }) => rule)
  return countByRule(found).flatMap(({ rule, count }): readonly ListedIssue[] => {
    const issues = byRule.get(rule) ?? []
    return count > mostListed
      ? issues.slice(0, 1).map((issue) => ({ issue, count }))
      : issues.map((issue) => ({ issue }))
  })
}

const known = new WeakMap<DraftState['inputs']['files'], ReadonlyMap<string, FileEntry>>()

/** The files of the folder by their names. */
const filesByName = ({ files }: DraftState['inputs']): ReadonlyMap<string, FileEntry> => {
  const named = known.get(files) ?? new Map(files.map((file) => [file.name, file]))
  known.set(files, named)
  return named
}

const describePlanIssue = (found: Issue, planned: Parameters<typeof fixEdit>[1]): IssueView => {
  const { fix, ...details } = found
  const edit = fixEdit(found, planned)
  return {
    ...details,
    letter: letterOfIssue(found, planned) ?? null,
    ...(fix === undefined || edit === undefined
      ? {}
      : { fix: { kind: fix.kind, label: fix.label, edit } }),
  }
}

export const describeRows = (
  rows: readonly TableRow[],
  page: Page,
): CallOutput<'imports.rows'> => ({
  rows: slice(rows, page).map(({ row, cells }) => ({ row, cells: [...cells] })),
  total: rows.length,
})

export const describeTokens = (
  { plan, table }: DraftState,
  { errorsFirst = false, ...page }: Omit<CallInput<'imports.tokens'>, 'draftId'>,
): CallOutput<'imports.tokens'> => {
  const errors = firstErrorsOf(plan)
  const rows = slice(errorsFirst ? withErrorsFirst(table.rows, errors) : table.rows, page)
  const byRow = tokensByRow(plan)
  const tokens = rows.flatMap(({ row }) => byRow.get(row) ?? [])
  const previews = new Map(
    previewMetadata({ ...plan, tokens }, tokens.length).map(
      ({ metadata }, at) => [tokens[at]?.row, metadata] as const,
    ),
  )
  return {
    tokens: rows.map(({ row }): PlannedTokenView => {
      const token = byRow.get(row)
      return token === undefined
        ? faultyToken(row, plan)
        : plannedToken(token, previews.get(row) ?? {})
    }),
    total: table.rows.length,
    brokenRule: plan.invalidRows === undefined ? (errors.get(null)?.rule ?? null) : null,
  }
}

/** Otherwise in the order of the table. */
const withErrorsFirst = (
  rows: readonly TableRow[],
  errors: ReturnType<typeof firstErrorsOf>,
): readonly TableRow[] =>
  errors.size === 0
    ? rows
    : rows.toSorted((a, b) => Number(errors.has(b.row)) - Number(errors.has(a.row)))

const plannedToken = (
  { row, assetName, request, image, state, works }: PlannedToken,
  metadata: PlannedTokenView['metadata'],
): PlannedTokenView => ({
  row,
  assetName,
  name: request.name,
  image: shownImage(image),
  state,
  brokenRule: null,
  price: request.price === undefined ? null : String(request.price),
  metadata,
  works: works.map(({ file: { name, size } }, number) => ({
    src: pendingWork(number),
    name,
    bytes: size,
  })),
})

const faultyToken = (row: number, plan: Plan): PlannedTokenView => {
  const { assetName = '', name = '', image } = plan.faulty.get(row) ?? {}
  return {
    row,
    assetName: readable(assetName),
    name: readable(name),
    image: shownImage(image),
    state: 'error',
    brokenRule: firstErrorsOf(plan).get(row)?.rule ?? null,
    price: null,
    metadata: {},
    works: [],
  }
}

const errorsOfPlans = new WeakMap<Plan, ReadonlyMap<number | null, Issue>>()

/** The first error of each row; under null the first of all, which is one of the table if it has any. */
const firstErrorsOf = (plan: Plan): ReadonlyMap<number | null, Issue> => {
  const known = errorsOfPlans.get(plan)
  if (known !== undefined) return known
  const errors = new Map<number | null, Issue>()
  for (const issue of plan.issues.filter(isError))
    for (const row of [issue.row, null]) if (!errors.has(row)) errors.set(row, issue)
  errorsOfPlans.set(plan, errors)
  return errors
}

const rowsOfPlans = new WeakMap<Plan, ReadonlyMap<number, PlannedToken>>()

const tokensByRow = (plan: Plan): ReadonlyMap<number, PlannedToken> => {
  const tokens = rowsOfPlans.get(plan) ?? new Map(plan.tokens.map((token) => [token.row, token]))
  rowsOfPlans.set(plan, tokens)
  return tokens
}

const shownImage = (image: PlannedImage | undefined): PlannedTokenView['image'] => {
  if (image === undefined) return { kind: 'none' }
  return image.kind === 'file' ? { kind: 'file', name: image.file.name } : image
}

/** A planned token's traits as a wallet shows them, each with how many tokens of the plan have it. */
export const describeTraits = async (
  { plan }: DraftState,
  row: number,
): Promise<CallOutput<'imports.traits'>> => {
  const counts = await countTraitsOnce(plan)
  const [traits = []] = traitsOf(plan, [tokenOfRow(plan, row)])
  return {
    traits: traits.map(({ name, value }) => ({
      name,
      value,
      count: counts.get(name)?.get(value) ?? 1,
    })),
    total: plan.tokens.length,
  }
}

/** The image of a row, or a file of the folder. @throws ColdpressError `not_found` without one */
export const imageAsked = (
  { plan, inputs }: DraftState,
  { row, file: name }: Pick<CallInput<'imports.image'>, 'row' | 'file'>,
): PlannedImage => {
  const file = name === undefined ? undefined : filesByName(inputs).get(name)
  if (file !== undefined) return { kind: 'file', file }
  const image = row === undefined ? undefined : plan.faulty.get(row)?.image
  return image ?? tokenOfRow(plan, row ?? 0).image
}

/** @throws ColdpressError `not_found` for a row with errors */
const tokenOfRow = (plan: Plan, row: number): PlannedToken => {
  const token = tokensByRow(plan).get(row)
  if (token !== undefined) return token
  throw new ColdpressError(
    'not_found',
    `Row ${row} makes no token yet. Fix its errors to see its image.`,
    { details: { row } },
  )
}

/** Tokens whose metadata is made in one piece, so that the window need not wait. */
const tokensAtOnce = 250

/** The counts of a plan, while it is the current one of a draft. */
const counted = new WeakMap<Plan, Promise<TraitCounts>>()

const countTraitsOnce = (plan: Plan): Promise<TraitCounts> => {
  const known = counted.get(plan) ?? countPlan(plan)
  counted.set(plan, known)
  return known
}

const countPlan = async (plan: Plan): Promise<TraitCounts> => {
  const all: (readonly Trait[])[] = []
  for (let at = 0; at < plan.tokens.length; at += tokensAtOnce) {
    all.push(...traitsOf(plan, plan.tokens.slice(at, at + tokensAtOnce)))
    await setImmediate()
  }
  return countTraits(all)
}

const traitsOf = (plan: Plan, tokens: readonly PlannedToken[]): readonly (readonly Trait[])[] =>
  previewMetadata({ ...plan, tokens }, tokens.length).map((token) => walletContentOf(token).traits)
