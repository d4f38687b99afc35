import { availableParallelism } from 'node:os'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import type {
  IssueView,
  ImportDraft,
  MappedColumnView,
  PlannedTokenView,
} from '#contract/imports/draft-view.ts'
import { isOfTable } from '#contract/imports/import-formats.ts'
import { estimating } from '#app/imports/estimate/estimate.ts'
import { packingAssumptions } from '#app/imports/estimate/mint-packing.ts'
import type { SourceFormat } from '#app/imports/inputs/open-source.ts'
import { summarizeColumns, mappingTargets } from '#app/imports/plan/column-summary.ts'
import { countByRule, type Issue } from '#app/imports/table/issues.ts'
import { inTurns } from '#app/imports/table/pieces.ts'
import { pendingWork } from '#app/imports/plan/metadata-input.ts'
import type { PlannedImage } from '#app/imports/plan/plan-types.ts'
import { previewMetadata } from '#app/imports/plan/preview.ts'
import { letterOfIssue, fixEdit } from '#app/imports/plan/fix-edit.ts'
import type { TableRow } from '#app/imports/table/table-types.ts'
import { type Draft, type DraftState, isEdited, rememberedColumns } from './draft.ts'

/** A draft as the window shows it: everything except rows, issues and tokens. */
export const draftAnswer = async (
  { id }: Pick<Draft, 'id'>,
  state: DraftState,
  pace: number,
): Promise<ImportDraft> => {
  const { request, inputs, plan, table, steps } = state
  const { collection } = inputs
  const { bytes, seconds, mint } = await inTurns(
    estimating(plan, { cores: availableParallelism(), pace }),
  )
  return {
    id,
    accountId: request.accountId,
    collectionId: collection.id,
    collectionName: collection.name,
    folder: inputs.folder,
    tablePath: inputs.tablePath,
    source: {
      ...inputs.source,
      names: inputs.source.names ?? null,
      assetNames: inputs.source.assetNames ?? null,
      sheet: sheetAnswer(inputs.source.sheet),
      encoding: encodingAnswer(inputs),
      headerRow: isOfTable(inputs.source.format) ? inputs.table.headerRow : null,
      remembered: [...rememberedColumns(state)],
    },
    settings: request.settings,
    pinner: request.pinner,
    columns: summarizeColumns(table, plan.columns).map(columnAnswer),
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
      mintLovelace: String(mint.lovelace),
      transactions: mint.transactions,
      feesLovelace: String(mint.fees),
      withTokensLovelace: String(mint.withTokens),
      assumptions: packingAssumptions(plan),
    },
  }
}

const encodingAnswer = ({
  source,
  table,
}: DraftState['inputs']): ImportDraft['source']['encoding'] =>
  isOfTable(source.format) && source.sheet === undefined ? table.encoding : null

const sheetAnswer = (sheet: SourceFormat['sheet']): ImportDraft['source']['sheet'] =>
  sheet === undefined ? null : { name: sheet.name, all: [...sheet.all] }

const columnAnswer = (column: ReturnType<typeof summarizeColumns>[number]): MappedColumnView => ({
  ...column,
  samples: [...column.samples],
})

type Page = { readonly offset: number; readonly limit: number }

const slice = <T>(all: readonly T[], { offset, limit }: Page): readonly T[] =>
  all.slice(offset, offset + limit)

export const issuesAnswer = (
  { plan, table }: DraftState,
  { rule, severity, ...page }: CallInput<'imports.issues'>,
): CallOutput<'imports.issues'> => {
  const found = plan.issues.filter(
    (issue) =>
      (rule === null || issue.rule === rule) && (severity === null || issue.severity === severity),
  )
  return {
    issues: slice(found, page).map((issue) => issueAnswer(issue, { table, columns: plan.columns })),
    total: found.length,
  }
}

const issueAnswer = (found: Issue, planned: Parameters<typeof fixEdit>[1]): IssueView => {
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

export const rowsAnswer = (rows: readonly TableRow[], page: Page): CallOutput<'imports.rows'> => ({
  rows: slice(rows, page).map(({ row, cells }) => ({ row, cells: [...cells] })),
  total: rows.length,
})

export const tokensAnswer = ({ plan }: DraftState, page: Page): CallOutput<'imports.tokens'> => {
  const tokens = slice(plan.tokens, page)
  const previews = previewMetadata({ ...plan, tokens }, tokens.length)
  return {
    tokens: tokens.map(
      ({ row, assetName, request, image, state, works }, index): PlannedTokenView => ({
        row,
        assetName,
        name: request.name,
        image: imageAnswer(image),
        state,
        price: request.price === undefined ? null : String(request.price),
        metadata: previews[index]?.metadata ?? {},
        works: works.map(({ file: { name, size } }, number) => ({
          src: pendingWork(number),
          name,
          bytes: size,
        })),
      }),
    ),
    total: plan.tokens.length,
  }
}

const imageAnswer = (image: PlannedImage): PlannedTokenView['image'] =>
  image.kind === 'file' ? { kind: 'file', name: image.file.name } : image
