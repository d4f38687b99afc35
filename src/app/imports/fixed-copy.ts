import { importRules, isIssueRule } from '#contract/imports/import-rules.ts'
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

/** A fixed copy that is not written yet. */
export type FixedCopy = Pick<FixedTable, 'fixed' | 'removed'> & {
  readonly path: string
  readonly bytes: Uint8Array
  /** It imports the copy. */
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
  imports: Pick<Imports, 'inputs' | 'fixTable'>,
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
  const settingsFixes = settingsFixesOf(rules)
  const settings = settingsFixes.reduce(
    (before, fix) => ({ ...before, ...fix.settings }),
    asked.settings,
  )
  const { table, fixed, removed } = await imports.fixTable({ ...inputs, settings }, rules, options)
  const request = requestForCopy({ ...asked, settings }, inputs, path)
  return { path, bytes: writeTable(table), request, fixed, removed, settingsFixes }
}

/** Of `all` those of warnings, as with the table; those that lose detail are asked for by name. */
const settingsFixesOf = (rules: ReadonlySet<string>): readonly SettingsFix[] =>
  settingsRules.flatMap((rule) => {
    const fix = settingsFix(rule)
    const isOfAll =
      rules.has('all') &&
      isIssueRule(rule) &&
      importRules[rule].severity !== 'info' &&
      fix?.losesDetail !== true
    return fix !== undefined && (isOfAll || rules.has(rule)) ? [fix] : []
  })
