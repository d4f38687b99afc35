import { type Command, Option } from 'commander'
import { ColdpressError, errorTable } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { importFormats } from '#contract/imports/import-formats.ts'
import {
  type ImageFormat,
  imageFormats,
  type ImageSettings,
} from '#contract/imports/image-settings.ts'
import type { ImportRequest } from '#app/imports/inputs/inputs.ts'
import type { SourceFormat } from '#app/imports/inputs/open-source.ts'
import type { Plan } from '#app/imports/plan/plan-types.ts'
import { previewMetadata } from '#app/imports/plan/preview.ts'
import { reportKindOf, writeReport } from '#app/imports/report/report.ts'
import {
  costJson,
  costText,
  planJson,
  planText,
  sourceText,
  summaryAnswer,
} from './import-answers.ts'
import { addPosters, importSourceOf, type SourceOptions } from './import-source.ts'
import { fixedRequest } from './import-fix.ts'
import { type Follower, followImport, limitMemory } from './import-follow.ts'
import { collectChoices, mappedText } from './import-mapping.ts'
import { assetNamesOption } from '#cli/options/asset-names.ts'
import { encodingOption } from '#cli/options/encoding.ts'
import { headerRowOption } from '#cli/options/header-row.ts'
import { priceInOption } from '#cli/options/price-in.ts'
import { wholeNumberOption } from '#cli/options/whole-number.ts'
import { requiredCollection } from '#cli/options/collection-option.ts'
import { command, type CommandAnswer } from '#cli/program.ts'
import { acceptLocalImages, skipRehearsal } from '#cli/options/accept-options.ts'
import { offeringRehearsal } from '#cli/commands/mint/mint-rehearse.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import type { Session } from '#cli/session.ts'
import { OutputOption } from '#cli/options/output-option.ts'
import { verbatim } from '#cli/terminal/table.ts'

type RunOptions = SourceOptions & {
  readonly collection: string
  readonly dryRun?: boolean
  readonly report?: string
  readonly fix?: string
  readonly fixed?: string
  readonly skipErrors?: boolean
  readonly resize?: string
  readonly format: ImageFormat
  readonly quality: string
  readonly square?: boolean
  readonly withoutLocation?: boolean
  readonly srgb?: boolean
  readonly keepProfile?: boolean
  readonly pin: string
  readonly acceptLocalImages?: boolean
  readonly skipRehearsal?: boolean
  readonly addWorks?: boolean
  readonly posters?: boolean
}

/** An answer whose JSON is an object. */
type ObjectAnswer = CommandAnswer & { readonly json: object }

/** `--dry-run` shows this many tokens as they will be on chain. */
const previewed = 3

export const addRun = (imports: Command): void =>
  command<RunOptions>(
    imports,
    { signature: 'run <folder>', isDefault: true },
    'check, resize, pin and upload (you can leave out "run"); run it again to continue',
    'import ./prints --collection 01k… --resize 1024',
    (run) =>
      run
        .addOption(requiredCollection('the collection that gets the tokens'))
        .option(
          '--csv <file>',
          'the table, also .xlsx or .ods (default: the only one of the folder)',
        )
        .option('--sheet <name>', 'the sheet of a workbook (default: the only one with cells)')
        .addOption(encodingOption())
        .option(...headerRowOption)
        .addOption(
          new Option(
            '--from <format>',
            'what wrote the folder (default: recognised; see --dry-run)',
          ).choices(importFormats),
        )
        .option(
          '--names <pattern>',
          'names of files without a table, such as "Bean #{number:4}" or {stem}',
        )
        .option(...assetNamesOption)
        .option(
          '--map <column=target>',
          'what a column fills, such as "Title=name", "Notes=ignore" or "Mood=custom"; can be given several times, and is remembered for the collection',
          collectChoices,
          [],
        )
        .addOption(priceInOption())
        .option(
          '--add-works',
          "first add the files of the table's works to the collection's metadata, while it has no token",
        )
        .option(
          '--posters',
          'first make a still image beside each video without one, with ffmpeg: art.jpg for art.mp4',
        )
        .option('--dry-run', 'only check the table, decode every image and show the metadata')
        .option('--skip-errors', 'import the valid rows and skip those with errors')
        .addOption(
          new OutputOption(
            '--report <file>',
            'write what was found, with source and fix of each rule, as .html or .csv',
          ),
        )
        .option(
          '--fix <rules>',
          'apply the fixes of rules, such as surrounding_whitespace,image_not_square: to a copy of the table, which is imported, or to all images; all: those of all errors and warnings that lose no text',
        )
        .option(
          '--fixed <file>',
          'the copy of --fix, a CSV outside the folder (default: TABLE-fixed.csv in this folder)',
        )
        .option(
          '--resize <pixels>',
          'longest side; larger images are made smaller, none is enlarged (1 to 16384)',
        )
        .addOption(
          new Option('--format <format>', 'format of the images')
            .choices(imageFormats)
            .default('keep'),
        )
        .option('--quality <number>', 'for JPEG and WebP, 1 to 100', '90')
        .option('--square', 'cut the middle of each image out to a square, as wallets do')
        .option('--without-location', 'make images anew that say where they were taken (GPS)')
        .option(
          '--srgb',
          'make images anew that have another colour profile than sRGB or more than 8 bits a channel',
        )
        .option('--keep-profile', 'changed images keep their colour profile (default: sRGB)')
        .option(
          '--pin <name>',
          'where to pin: local, kubo, a name that you chose with pin use, or service: a hosted service takes the images itself',
          'local',
        )
        .option(...acceptLocalImages)
        .option(...skipRehearsal('a price before the first mint')),
    async (session, options, folder = '') => {
      if (options.report !== undefined) requireReportFile(options.report)
      const asked = await requestOf(session, options, folder)
      if (options.posters === true) {
        if (options.dryRun === true) throw postersWrite
        await addPosters(session, folder)
      }
      if (options.addWorks === true) await addWorks(session, asked, options)
      const { request, fixed } = await fixedRequest(session, asked, options)
      const answer = await (options.dryRun === true
        ? dryRun(session, request, options)
        : run(session, await withoutErrors(session, request, options), options))
      const report = options.report ?? null
      return {
        ...answer,
        json: { ...answer.json, fixed, report },
        text: report === null ? answer.text : [answer.text, `The report is in ${report}.`],
      }
    },
  )

const postersWrite = new ColdpressError(
  'usage',
  '--posters adds images to the folder and --dry-run changes nothing. Leave one out.',
)

/** @throws ColdpressError `usage` with `--dry-run`, which changes nothing */
const addWorks = async (
  session: Session,
  request: ImportRequest,
  { dryRun: isDryRun }: RunOptions,
): Promise<void> => {
  if (isDryRun === true)
    throw new ColdpressError(
      'usage',
      '--add-works changes the collection and --dry-run changes nothing. Leave one out.',
    )
  const added = await session.withVault((app) =>
    app.imports.placeWorks(request, { signal: session.signal }),
  )
  if (added.length > 0)
    session.terminal.info(`The collection's metadata now has files for: ${added.join(', ')}.`)
}

const requestOf = async (
  session: Session,
  options: RunOptions,
  folder: string,
): Promise<ImportRequest> => ({
  ...importSourceOf(options, folder),
  collectionId: options.collection,
  accountId: (await session.app()).accounts.get(session.account).id,
  settings: settingsOf(options),
  pinner: options.pin,
  acceptsLocalImages: options.acceptLocalImages,
})

const settingsOf = ({ resize, format, quality, ...options }: RunOptions): ImageSettings => ({
  maxPixels: resize === undefined ? null : wholeNumberOption('--resize', resize, 1, 16_384),
  format,
  quality: wholeNumberOption('--quality', quality, 1, 100),
  square: options.square,
  withoutLocation: options.withoutLocation,
  srgb: options.srgb,
  keepsProfile: options.keepProfile,
})

/** @throws ColdpressError `usage` for a sheet of a table that has none */
const requireSheet = ({ sheet }: RunOptions, source: SourceFormat): void => {
  if (sheet === undefined || source.sheet !== undefined) return
  throw new ColdpressError(
    'usage',
    `--sheet: the table of this folder is no workbook, so it has no sheet “${sheet}”. Leave --sheet out, or name the workbook with --csv.`,
  )
}

/** Plans with each image decoded, and shows how far that is. */
const checkedPlan = async (session: Session, request: ImportRequest) => {
  const progress = drawProgress(session.terminal)
  return await session
    .withVault((app) =>
      app.imports.plan(request, {
        signal: session.signal,
        onOpened: limitMemory,
        onCheck: (_file, _check, made) => progress.updateCheck(made),
      }),
    )
    .finally(progress.end)
}

const dryRun = async (
  session: Session,
  request: ImportRequest,
  options: RunOptions,
): Promise<ObjectAnswer> => {
  const plan = await checkedPlan(session, request)
  requireSheet(options, plan.source)
  const { reason } = plan.source
  if (options.report !== undefined)
    await writeReport(options.report, plan, { folder: request.folder, reason })
  const metadata = previewMetadata(plan, previewed).map((preview) => preview.metadata)
  const cost = costText(plan)
  const local = await (await session.app()).imports.countLocalImages(request, plan)
  return {
    json: {
      ...planJson(plan),
      source: snakeKeys(plan.source),
      mapped: plan.mapped,
      cost: costJson(plan),
      local_images: local,
      metadata,
    },
    text: [
      sourceText(plan.source),
      ...(plan.mapped.length === 0 ? [] : [mappedText(plan.mapped)]),
      planText(plan),
      ...(local === 0 || request.acceptsLocalImages === true ? [] : [localImagesText(local)]),
      ...(cost === undefined ? [] : [cost]),
      ...(metadata.length === 0
        ? []
        : [
            `\nThe first ${countText(metadata.length, 'token')} as on chain (an image still to be pinned shows as QmPending…):`,
          ]),
      ...metadata.map((token) => verbatim(JSON.stringify(token, null, 2))),
    ],
    exit: plan.counts.errors > 0 ? errorTable.invalid.exit : 0,
  }
}

const localImagesText = (images: number): string =>
  `\n${countText(images, 'image')} would exist on this computer only: the import asks for a public place (--pin NAME) or --accept-local-images.`

/** With `--skip-errors`, leaves out the rows that have an error now. */
const withoutErrors = async (
  session: Session,
  request: ImportRequest,
  { skipErrors = false }: RunOptions,
): Promise<ImportRequest> => {
  if (!skipErrors) return request
  const { invalidRows } = await checkedPlan(session, request)
  return { ...request, skipped: invalidRows }
}

const run = async (
  session: Session,
  request: ImportRequest,
  options: RunOptions,
): Promise<ObjectAnswer> => {
  let source: SourceFormat | undefined
  let plan: Pick<Plan, 'counts' | 'issues'> | undefined
  /** Kept for what needs all of it: an import of 10,000 tokens would hold theirs for hours. */
  let whole: Plan | undefined
  const start = (follower: Follower) =>
    session.withVault((app) =>
      app.imports.start(request, {
        ...follower,
        skipsRehearsal: options.skipRehearsal,
        onRead: (read) => {
          // read again once the vault is open
          if (source !== undefined) return
          requireSheet(options, read.source)
          source = read.source
          session.terminal.info(sourceText(read.source))
          if (read.mapped.length > 0) session.terminal.info(mappedText(read.mapped))
        },
        onPlan: (made) => {
          plan = { counts: made.counts, issues: made.issues }
          if (options.report !== undefined || made.counts.errors > 0) whole = made
        },
      }),
    )
  const summary = await offeringRehearsal(options.collection, 'import', () =>
    followImport(session, start),
  ).catch((error: unknown) => {
    // a plan with errors is an answer: what is wrong, row by row
    if (plan === undefined || plan.counts.errors === 0) throw error
    return undefined
  })
  const read = source === undefined ? {} : { source: snakeKeys(source) }
  if (whole !== undefined && options.report !== undefined)
    await writeReport(options.report, whole, { folder: request.folder, reason: source?.reason })
  if (summary !== undefined) {
    const answer = summaryAnswer(summary, request.collectionId, plan)
    return { ...answer, json: { ...answer.json, ...read } }
  }
  if (whole === undefined) throw new ColdpressError('internal', 'The import ended without a plan.')
  return {
    json: { ...planJson(whole), ...read },
    text: `${planText(whole)}\n${options.fix === undefined ? 'Nothing was changed.' : 'Nothing was imported. Fix the rest by hand, or add --skip-errors.'}`,
    exit: errorTable.invalid.exit,
  }
}

/** @throws ColdpressError `usage` before anything is done */
const requireReportFile = (file: string): void => {
  if (reportKindOf(file) === undefined)
    throw new ColdpressError(
      'usage',
      `--report: ${file} ends neither in .html nor in .csv, so its format is unknown. Name it report.html to read it, or report.csv for a spreadsheet.`,
    )
}
