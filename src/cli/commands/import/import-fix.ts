import { existsSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { importRules, isIssueRule } from '#contract/imports/import-rules.ts'
import { settingsFix, type SettingsFix, settingsRules } from '#contract/imports/settings-fixes.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import type { ImportRequest, PlanInputs } from '#app/imports/inputs/inputs.ts'
import type { FixedTable } from '#app/imports/plan/apply-fixes.ts'
import { writeTable } from '#app/imports/table/write-table.ts'
import { requireWritable } from '#cli/files.ts'
import type { Session } from '#cli/session.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'
import { rowLines } from './import-answers.ts'

type FixOptions = { readonly fix?: string; readonly fixed?: string }

/** A request, and what `--json` tells of the fixes that its table got: null without `--fix`. */
export type FixedRequest = {
  readonly request: ImportRequest
  readonly fixed: null | {
    readonly table: string
    readonly rules: readonly { readonly rule: string; readonly count: number }[]
    readonly removed: FixedTable['removed']
  }
}

/**
 * With `--fix`, the request that imports a fixed copy of the table. The user's own file is never
 * written, and the copy only to a path that has no other file.
 * @throws ColdpressError `usage`
 */
export const fixedRequest = async (
  session: Session,
  request: ImportRequest,
  { fix: rules, fixed: path }: FixOptions,
): Promise<FixedRequest> => {
  if (rules === undefined) {
    if (path !== undefined) throw new ColdpressError('usage', '--fixed belongs to --fix.')
    return { request, fixed: null }
  }
  const wanted = rulesOf(rules.split(',').map((rule) => rule.trim()))
  const inputs = await session.withVault((app) =>
    app.imports.inputs(request, { signal: session.signal }),
  )
  const { tablePath, source } = inputs
  const copy = resolve(path ?? `${basename(tablePath, extname(tablePath))}-fixed.csv`)
  await requireOutside(copy, inputs)
  const ofImages = settingsFixes(wanted)
  const settings = ofImages.reduce(withFix, request.settings)
  const { table, fixed, removed } = await fixTable(session, { ...inputs, settings }, wanted)
  await writeCopy(copy, writeTable(table))
  session.terminal.info(...fixedLines(copy, { fixed, removed }, ofImages))
  return {
    request: {
      ...request,
      settings,
      csv: copy,
      ownTable: tablePath,
      ownReading: source,
      format: source.format,
      sheet: source.sheet?.name,
      assetNames: source.assetNames,
    },
    fixed: { table: copy, rules: [...fixed].map(([rule, count]) => ({ rule, count })), removed },
  }
}

/** Shows how far the check of the images is, which finds some of what is fixed. */
const fixTable = async (
  session: Session,
  given: PlanInputs & Pick<ImportRequest, 'settings'>,
  wanted: ReadonlySet<string>,
): Promise<FixedTable> => {
  const { imports } = await session.app()
  const progress = drawProgress(session.terminal)
  return await imports
    .fixTable(given, wanted, {
      signal: session.signal,
      onCheck: (_file, _check, made) => progress.updateCheck(made),
    })
    .finally(progress.end)
}

/** The fixes that are settings of all images; of `all` those of warnings, as with the table. */
const settingsFixes = (wanted: ReadonlySet<string>): readonly SettingsFix[] =>
  settingsRules.flatMap((rule) => {
    const isOfAll = wanted.has('all') && isIssueRule(rule) && importRules[rule].severity !== 'info'
    return isOfAll || wanted.has(rule) ? (settingsFix(rule) ?? []) : []
  })

const withFix = (settings: ImageSettings, fix: SettingsFix): ImageSettings => ({
  ...settings,
  ...fix.settings,
})

const rulesOf = (rules: readonly string[]): ReadonlySet<string> => {
  const unknown = rules.find((rule) => rule !== 'all' && !(rule in importRules))
  if (unknown !== undefined)
    throw new ColdpressError(
      'usage',
      `--fix: there is no rule ${unknown}. --dry-run --json names the rule of each issue.`,
    )
  return new Set(rules)
}

/** In the folder it would be a second table, or the table itself. */
const requireOutside = async (copy: string, { folder, tablePath }: PlanInputs): Promise<void> => {
  await requireWritable(copy)
  const real = join(await realpath(dirname(copy)), basename(copy))
  if (real === tablePath || real.startsWith(folder + sep))
    throw new ColdpressError(
      'usage',
      `--fixed: ${copy} would be in the folder of the import. Name a file outside it, such as --fixed ../${basename(copy)}.`,
    )
}

const writeCopy = async (copy: string, bytes: Uint8Array): Promise<void> => {
  if (existsSync(copy) && !(await readFile(copy)).equals(bytes))
    throw new ColdpressError(
      'usage',
      `--fixed: ${copy} exists with other content. Name a new file, or delete this one.`,
    )
  await replaceFile(copy, bytes)
}

const fixedLines = (
  copy: string,
  { fixed, removed }: Omit<FixedTable, 'table'>,
  ofImages: readonly SettingsFix[],
): readonly string[] => {
  const counts = [
    ...[...fixed].map(
      ([rule, count]) => `${rule.replaceAll('_', ' ')} · ${countText(count, 'time')}`,
    ),
    ...ofImages.map(({ done }) => done),
  ]
  const done = counts.length === 0 ? 'Nothing could be fixed.' : `Fixed: ${counts.join(', ')}.`
  return [done, ...rowLines('Removed', removed), `The copy of the table that is imported: ${copy}`]
}
