import { dirname, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { ColdpressError, errorTable } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { printable } from '#values/text/printable.ts'
import type { TableEncoding } from '#values/text/text-encoding.ts'
import type { ImportRequest } from '#app/imports/inputs/inputs.ts'
import type { Plan } from '#app/imports/plan/plan-types.ts'
import { issuesText, summaryAnswer } from '../import/import-answers.ts'
import { type Follower, followImport } from '../import/import-follow.ts'
import { collectChoices } from '../import/import-mapping.ts'
import { importSourceOf } from '../import/import-source.ts'
import { offeringRehearsal } from '../mint/mint-rehearse.ts'
import { acceptLocalImages, skipRehearsal } from '#cli/options/accept-options.ts'
import { requiredCollection } from '#cli/options/collection-option.ts'
import { encodingOption } from '#cli/options/encoding.ts'
import { headerRowOption } from '#cli/options/header-row.ts'
import { priceInOption } from '#cli/options/price-in.ts'
import { command, type CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'

type EditOptions = {
  readonly collection: string
  readonly csv?: string
  readonly sheet?: string
  readonly encoding?: TableEncoding
  readonly headerRow?: string
  readonly map: readonly string[]
  readonly priceIn?: 'ada'
  readonly dryRun?: boolean
  readonly acceptLocalImages?: boolean
  readonly skipRehearsal?: boolean
  readonly undo?: string
}

export const addEdit = (token: Command): void =>
  command<EditOptions>(
    token,
    'edit',
    'change many tokens by a table: each row names a token by its asset name, and what no column fills stays. Images stay as they are',
    'token edit --collection Herbarium --csv tokens.csv',
    (edit) =>
      edit
        .addOption(requiredCollection(ofTokens))
        .option(
          '--csv <file>',
          'the table, also .xlsx or .ods; “collection export” writes one to begin with',
        )
        .option('--sheet <name>', 'the sheet of a workbook (default: the only one with cells)')
        .addOption(encodingOption())
        .option(...headerRowOption)
        .option(
          '--map <column=target>',
          'what a column fills, such as "Title=name" or "Notes=ignore"; can be given several times',
          collectChoices,
          [],
        )
        .addOption(priceInOption())
        .option('--dry-run', 'only say what would change')
        .option(...acceptLocalImages)
        .option(...skipRehearsal('a price before the first mint'))
        .addOption(
          new Option(
            '--undo <job>',
            'give the tokens back what they were before this run, whose answer named it',
          ).conflicts(['csv', 'dryRun']),
        ),
    async (session, options) => {
      if (options.undo !== undefined) return await undo(session, options.collection, options.undo)
      const request = await requestOf(session, options)
      return await (options.dryRun === true
        ? dryRun(session, request)
        : run(session, request, options))
    },
    ({ csv, undo }) =>
      csv === undefined && undo === undefined
        ? 'Give the table with --csv, or a run with --undo.'
        : undefined,
  )

const ofTokens = 'the collection of the tokens'

/** A change stores and pins nothing. */
const requestOf = async (session: Session, options: EditOptions): Promise<ImportRequest> => {
  const { csv = '' } = options
  return {
    ...importSourceOf({ ...options, csv: resolve(csv) }, dirname(resolve(csv))),
    purpose: 'change',
    collectionId: options.collection,
    accountId: (await session.app()).accounts.get(session.account).id,
    settings: { maxPixels: null, format: 'keep', quality: 90 },
    pinner: 'local',
    acceptsLocalImages: options.acceptLocalImages,
  }
}

const dryRun = async (session: Session, request: ImportRequest): Promise<CommandAnswer> => {
  const plan = await session.withVault((app) =>
    app.imports.plan(request, { signal: session.signal }),
  )
  return answerPlan(plan)
}

const answerPlan = (
  plan: Pick<Plan, 'collectionId' | 'counts' | 'issues'> & Partial<Pick<Plan, 'tokens'>>,
): CommandAnswer => {
  const { rows, change, done, priced, errors, warnings } = plan.counts
  const prices = priced === 0 ? '' : `, ${countText(priced, 'token')} with another price`
  return {
    json: {
      collection_id: plan.collectionId,
      ...plan.counts,
      issues: plan.issues,
      changed: (plan.tokens ?? [])
        .filter(({ state }) => state === 'change')
        .map(({ assetName }) => assetName),
    },
    text: [
      ...(plan.issues.length === 0 ? [] : [issuesText(plan.issues)]),
      `${countText(rows, 'row')}: ${countText(errors, 'error')}, ${countText(warnings, 'warning')}, ${countText(change, 'token')} to change, ${countText(done, 'token')} as before${prices}.`,
      ...(errors > 0 ? ['Nothing was changed.'] : []),
    ],
    exit: errors > 0 ? errorTable.invalid.exit : 0,
  }
}

const run = async (
  session: Session,
  request: ImportRequest,
  options: EditOptions,
): Promise<CommandAnswer> => {
  let plan: Plan | undefined
  const start = (follower: Follower) =>
    session.withVault((app) =>
      app.imports.start(request, {
        ...follower,
        skipsRehearsal: options.skipRehearsal,
        onPlan: (made) => {
          plan = made
        },
      }),
    )
  const summary = await offeringRehearsal(options.collection, 'import', () =>
    followImport(session, start),
  ).catch((error: unknown) => {
    // a table with errors is an answer: what is wrong, row by row
    if (plan === undefined || plan.counts.errors === 0) throw error
    return undefined
  })
  if (summary === undefined && plan !== undefined) return answerPlan(plan)
  if (summary === undefined) throw new ColdpressError('internal', 'The run ended without a plan.')
  const { text, ...answer } = summaryAnswer(summary, request.collectionId, plan)
  const undoText = `To undo it: ${hint(`token edit --collection ${request.collectionId} --undo ${summary.job}`)}`
  return { ...answer, text: summary.added === 0 ? text : [text, undoText].flat() }
}

const undo = async (session: Session, collection: string, job: string): Promise<CommandAnswer> => {
  const { imports } = await session.app()
  if (imports.status(job).job.collection_id !== collection)
    throw new ColdpressError('usage', `--undo: run ${job} changed tokens of another collection.`)
  const { changed, failed } = await session.withVault((app) =>
    app.imports.undo(job, { signal: session.signal }),
  )
  return {
    json: {
      job,
      undone: changed,
      failed: failed.map(({ assetName, message }) => ({ asset_name: assetName, message })),
    },
    text: [
      `${countText(changed, 'token')} as before.`,
      ...failed.map(({ assetName, message }) => printable(`${assetName} · ${message}`)),
    ],
    exit: failed.length > 0 ? errorTable.incomplete.exit : 0,
  }
}
