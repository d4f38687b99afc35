import { importRules, type IssueRule } from '#contract/imports/import-rules.ts'
import { settingsFix, type SettingsFix, settingsRules } from '#contract/imports/settings-fixes.ts'
import type { Imports } from './imports.ts'
import type { ImportRequest, PlanInputs } from './inputs/inputs.ts'
import type { CheckOptions } from './pipeline/check-images.ts'
import type { FixedTable } from './plan/apply-fixes.ts'
import { writeTable } from './table/write-table.ts'

/** The request that imports a copy of the table, which has its fixes. */
export const requestForCopy = (
  request: ImportRequest,
  { tablePath, source }: Pick<PlanInputs, 'tablePath' | 'source'>,
  copy: string,
): ImportRequest => ({
  ...request,
  csv: copy,
  ownTable: tablePath,
  ownReading: source,
  format: source.format,
  names: source.names,
  sheet: source.sheet?.name,
  assetNames: source.assetNames,
})

/** What fixes made. The copy of the table is not written yet; undefined where they changed nothing in it. */
export type FixedCopy = Pick<FixedTable, 'fixed' | 'removed'> & {
  readonly copy: { readonly path: string; readonly bytes: Uint8Array } | undefined
  /** It imports the copy, where there is one. */
  readonly request: ImportRequest
  /** The fixes that are settings of all images. */
  readonly settingsFixes: readonly SettingsFix[]
}

/**
 * Applies the fixes of rules to a copy of the table, and those of images to the settings of all.
 * @param rules names of rules; `all`: those of all errors and warnings that lose no text
 * @param placeCopy where the copy goes; may throw before anything is fixed
 * @throws as `Imports.inputs` and `Imports.fixTable`
 */
export const fixCopy = async (
  imports: Pick<Imports, 'inputs' | 'fixTable' | 'plan'>,
  asked: ImportRequest,
  rules: ReadonlySet<string>,
  {
    placeCopy,
    ...options
  }: CheckOptions & {
    readonly placeCopy: (inputs: PlanInputs) => Promise<string>
  },
): Promise<FixedCopy> => {
  const inputs = await imports.inputs(asked, { signal: options.signal })
  const path = await placeCopy(inputs)
  const found = rules.has('all') ? (await imports.plan(asked, options)).issues : []
  const wanted = new Set([...rules, ...found.map(({ rule }) => rule).filter(isOfAll)])
  const settingsFixes = settingsRules.flatMap((rule) =>
    wanted.has(rule) ? (settingsFix(rule) ?? []) : [],
  )
  const settings = settingsFixes.reduce(
    (before, fix) => ({ ...before, ...fix.settings }),
    asked.settings,
  )
  const { table, fixed, removed } = await imports.fixTable({ ...inputs, settings }, rules, options)
  const changed = { ...asked, settings }
  if (fixed.size === 0 && removed.length === 0)
    return { copy: undefined, request: changed, fixed, removed, settingsFixes }
  const copy = { path, bytes: writeTable(table) }
  return { copy, request: requestForCopy(changed, inputs, path), fixed, removed, settingsFixes }
}

/**
 * Of `all` those of errors and warnings that were found, as with the table; those that lose detail are
 * asked for by name.
 */
const isOfAll = (rule: IssueRule): boolean =>
  importRules[rule].severity !== 'info' && settingsFix(rule)?.losesDetail !== true
