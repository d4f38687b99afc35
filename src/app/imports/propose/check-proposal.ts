import type { CollectionProposal } from '#contract/collections/calls.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import { applyFixes } from '../plan/apply-fixes.ts'
import { headerOf } from '../plan/column-target.ts'
import { type GuessedColumns, mapColumns } from '../plan/columns.ts'
import { isRunnable, planInTurns } from '../plan/plan.ts'
import type { Plan, PlanInput } from '../plan/plan-types.ts'
import { isError, type Issue } from '../table/issues.ts'
import type { Table } from '../table/table-types.ts'

type Proposed = Pick<CollectionProposal, 'name' | 'columns' | 'files' | 'tokenDescription'>

/** The metadata of the collection that is proposed. */
export const proposedTemplate = ({
  columns,
  files,
  tokenDescription,
}: Proposed): MetadataTemplate => {
  const attributes = columns.flatMap((column) =>
    column.kind === 'attribute' ? [[column.name, column.text] as const] : [],
  )
  return {
    name: '<name>',
    asset_name: '<asset_name>',
    image: '<image>',
    media_type: '<media_type>',
    description: tokenDescription,
    ...(attributes.length === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
    ...(files.length === 0 ? {} : { files: [...files] }),
    version: '1.0',
  }
}

/** The collection has no policy yet, and no rule of an import depends on which it is. */
const anyPolicy = '0'.repeat(56)

/** What an import of the same folder into the proposed collection would say before it decodes images. */
export const checkProposal = async (
  proposed: Proposed,
  { table, files }: Pick<PlanInput, 'table' | 'files'>,
  signal?: AbortSignal,
): Promise<
  Pick<CollectionProposal, 'open'> & {
    readonly understood: readonly string[]
    readonly plan: Plan
  }
> => {
  const collection = {
    id: '',
    name: proposed.name,
    policy: { policy_id: anyPolicy },
    metadata: proposedTemplate(proposed),
  }
  const planOf = (planned: Table): Promise<Plan> =>
    planInTurns({ table: planned, files, collection }, signal)
  const plan = await planOf(table)
  const open = openQuestion(plan, table.headerRow)
  return {
    plan,
    open: open && {
      ...withCandidates(open, mapColumns(table, noTags, files)),
      fixes: open.rows === null ? [] : await sufficientFixes(table, planOf),
    },
    understood: plan.issues
      .filter((found) => found.row === table.headerRow && understoodRules.has(found.rule))
      .map(({ message }) => message),
  }
}

/** Their fixes leave rows out whose image is not there. */
const rulesOfImages: readonly IssueRule[] = ['missing_image', 'file_not_found']

/** The rules whose fixes leave no error: all that lose nothing, and those of rows without an image. */
const sufficientFixes = async (
  own: Table,
  planOf: (table: Table) => Promise<Plan>,
): Promise<string[]> => {
  const { table, fixed } = await applyFixes(own, new Set(['all', ...rulesOfImages]), planOf)
  if (!isRunnable(await planOf(table))) return []
  return ['all', ...rulesOfImages.filter((rule) => fixed.has(rule))]
}

/** How columns are read whose header alone does not say it, and what is sold. */
const understoodRules: ReadonlySet<Issue['rule']> = new Set([
  'guessed_column',
  'thumbnail_column',
  'few_images',
  'file_name_differs',
  'price_column',
  'sold_works',
])

type Open = NonNullable<CollectionProposal['open']>
type OpenQuestion = Omit<Open, 'candidates' | 'fixes'>

const noTags = { tags: [], required: [] }

/** Columns that could fill a field are tags of what is proposed, so only the table alone shows them. */
const withCandidates = (
  open: OpenQuestion,
  { issues, unclear }: GuessedColumns,
): OpenQuestion & Pick<Open, 'candidates'> => {
  const [, columns = []] =
    unclear.entries().find(([target]) => headerOf(target) === open.column) ?? []
  const alone = issues.find(({ rule, column }) => rule === open.rule && column === open.column)
  return {
    ...open,
    message: columns.length === 0 ? open.message : (alone?.message ?? open.message),
    candidates: columns.map(({ header }) => header),
  }
}

/** What keeps the import from passing: of the whole table if anything is wrong with that. */
const openQuestion = ({ issues, invalidRows }: Plan, headerRow: number): OpenQuestion | null => {
  const errors = issues.filter(isError)
  const ofTable = errors.find(({ row }) => row === null || row === headerRow)
  const first = ofTable ?? errors[0]
  if (first === undefined) return null
  const { rule, column, message } = first
  return { rule, column, message, rows: invalidRows?.length ?? null }
}
