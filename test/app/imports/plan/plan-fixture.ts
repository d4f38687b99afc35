import { applyFixes } from '#app/imports/plan/apply-fixes.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import type {
  ExistingToken,
  FileEntry,
  KnownContents,
  PassedOver,
  Plan,
  PlanCollection,
  PlanInput,
} from '#app/imports/plan/plan-types.ts'
import type { OutputSettings } from '#media/images/image-job.ts'
import { readTable } from '#app/imports/table/table.ts'
import { writeCsv } from '../table/write-csv.ts'

export const policyId = '7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373'

export const fileOf = (name: string, facts: Partial<FileEntry> = {}): FileEntry => ({
  name,
  path: `/art/${name}`,
  size: 1000,
  mtimeMs: 1,
  ...facts,
})

export const collectionOf = (metadata?: PlanCollection['metadata']): PlanCollection => ({
  id: 'c1',
  name: 'Beans',
  policy: { policy_id: policyId },
  metadata,
})

/** A table after the fixes of these rules, by default all; its images are not decoded. */
export const fixedTable = (input: PlanInput, rules?: ReadonlySet<string>) =>
  applyFixes(input.table, rules, async (table) => planImport({ ...input, table }))

export type Scene = {
  /** The table's records, the header first. */
  readonly rows: readonly (readonly string[])[]
  readonly files?: readonly (string | FileEntry)[]
  readonly passedOver?: readonly PassedOver[]
  readonly metadata?: PlanCollection['metadata']
  readonly existing?: readonly ExistingToken[]
  readonly contents?: KnownContents
  readonly settings?: OutputSettings
}

export const planOf = ({
  rows,
  files = [],
  passedOver = [],
  metadata,
  existing,
  contents,
  settings,
}: Scene): Plan =>
  planImport({
    table: readTable(writeCsv(rows)),
    files: files.map((file) => (typeof file === 'string' ? fileOf(file) : file)),
    passedOver,
    collection: collectionOf(metadata),
    contents,
    ...(existing === undefined ? {} : { existing }),
    ...(settings === undefined ? {} : { settings }),
  })

export const issuesOf = (plan: Plan, rule: IssueRule) =>
  plan.issues.filter((found) => found.rule === rule)

export const rulesOf = (plan: Plan) => plan.issues.map(({ rule }) => rule)

export const plainHeader = ['asset_name', 'name', 'image'] as const
export const plainRow = ['Bean1', 'Bean #1', '1.png'] as const

/** A faultless table of one row, with this column beside or instead of one of its own. */
export const withCell = (column: string, value: string, scene: Omit<Scene, 'rows'> = {}): Plan => {
  const at = plainHeader.findIndex((name) => name === column)
  const header = at === -1 ? [...plainHeader, column] : [...plainHeader]
  const row: string[] = at === -1 ? [...plainRow, value] : [...plainRow]
  if (at !== -1) row[at] = value
  return planOf({ files: ['1.png'], ...scene, rows: [header, row] })
}
