import { existsSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve, sep } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { importRules } from '#contract/imports/import-rules.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { type FixedCopy, fixCopy } from '#app/imports/fixed-copy.ts'
import type { ImportRequest, PlanInputs } from '#app/imports/inputs/inputs.ts'
import { requireWritableFolder } from '#cli/files.ts'
import type { Session } from '#cli/session.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'
import { rowLines } from './import-answers.ts'

type FixOptions = { readonly fix?: string; readonly fixed?: string }

/** A request, and what `--json` tells of the fixes that its table got: null without `--fix`. */
export type FixedRequest = {
  readonly request: ImportRequest
  readonly fixed: null | {
    /** The copy; null where nothing in the table was fixed. */
    readonly table: string | null
    readonly rules: readonly { readonly rule: string; readonly count: number }[]
    readonly removed: FixedCopy['removed']
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
  const progress = drawProgress(session.terminal)
  const made = await session
    .withVault((app) =>
      fixCopy(app.imports, request, wanted, {
        signal: session.signal,
        onCheck: (_file, _check, checked) => progress.updateCheck(checked),
        placeCopy: (inputs) => placeCopy(path, inputs),
      }),
    )
    .finally(progress.end)
  if (made.copy !== undefined) await writeCopy(made.copy)
  session.terminal.info(...fixedLines(made))
  const { fixed, removed } = made
  return {
    request: made.request,
    fixed: {
      table: made.copy?.path ?? null,
      rules: [...fixed].map(([rule, count]) => ({ rule, count })),
      removed,
    },
  }
}

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
const placeCopy = async (
  path: string | undefined,
  { folder, tablePath }: PlanInputs,
): Promise<string> => {
  const copy = resolve(path ?? `${basename(tablePath, extname(tablePath))}-fixed.csv`)
  await requireWritableFolder(copy)
  const real = join(await realpath(dirname(copy)), basename(copy))
  if (real === tablePath || real.startsWith(folder + sep))
    throw new ColdpressError(
      'usage',
      `--fixed: ${copy} would be in the folder of the import. Name a file outside it, such as --fixed ../${basename(copy)}.`,
    )
  return copy
}

const writeCopy = async ({ path, bytes }: NonNullable<FixedCopy['copy']>): Promise<void> => {
  if (existsSync(path) && !(await readFile(path)).equals(bytes))
    throw new ColdpressError(
      'usage',
      `--fixed: ${path} exists with other content. Name a new file, or delete this one.`,
    )
  await replaceFile(path, bytes)
}

const fixedLines = ({ copy, fixed, removed, settingsFixes }: FixedCopy): readonly string[] => {
  const ofImages = settingsFixes.map((fix) => `For every image that needs it: ${fix.done}.`)
  if (copy === undefined)
    return ofImages.length > 0 ? ofImages : ['Nothing in the table could be fixed.']
  const counts = [...fixed].map(([rule, count]) => `${rule} · ${countText(count, 'time')}`)
  return [
    ...(counts.length === 0 ? [] : [`Fixed in the table: ${counts.join(', ')}.`]),
    ...ofImages,
    ...rowLines('Removed', removed),
    `The copy of the table: ${copy.path}`,
  ]
}
