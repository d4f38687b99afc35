import { realpath } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, extname } from 'node:path'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { type ImportFormat, isOfTable, isTableName } from '#contract/imports/import-formats.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { estimateImport } from '#app/imports/estimate/estimate.ts'
import type { InputOptions } from '#app/imports/imports.ts'
import type { ImportRequest, PlanInputs } from '#app/imports/inputs/inputs.ts'
import type { Plan, PlannedToken } from '#app/imports/plan/plan-types.ts'
import { videosWithoutStill } from '#app/imports/posters/make-posters.ts'
import { savePoster } from '#app/imports/posters/save-poster.ts'
import { reportBytes, reportKindOf } from '#app/imports/report/report.ts'
import { isRunnable, imagesToStore } from '#app/imports/plan/plan.ts'
import { writeTableWithoutGaps } from '#app/imports/table/write-table.ts'
import { requireSealing } from '#keys/vault/require-open-vault.ts'
import { confirmAddresses } from '../confirm/new-address.ts'
import { openMintingAccount } from '#app/mints/minting-account.ts'
import { readRehearsalState, requireUnpriced } from '#app/mints/rehearsal/rehearsal-state.ts'
import { requireTable } from '../picked-files.ts'
import type { WindowHandlersOf } from '../services-deps.ts'
import {
  chosenColumns,
  createDraft,
  editState,
  firstState,
  isEdited,
  isFixed,
  fixed,
  replanned,
  skippedRows,
  undone,
  unmapped,
} from './draft.ts'
import type { Draft, DraftState } from './draft.ts'
import { draftAnswer, issuesAnswer, rowsAnswer, tokensAnswer } from './draft-answers.ts'
import type { ImportContext } from './import-context.ts'
import { type JobCalls, requireResumable } from './job-handlers.ts'
import { traitsAnswer } from './draft-traits.ts'
import { jobToReopen, reopenedState } from './reopen.ts'
import { RowOrders } from './row-orders.ts'
import { runsAlready } from './runs.ts'

/** Handlers of the calls about drafts. */
export const draftHandlers = (
  context: ImportContext,
): Omit<WindowHandlersOf<'imports'>, JobCalls> => {
  const { app, drafts, previews, checks, book, picked, readings, runs } = context
  /** The draft stays open: the view of its run may still ask for it. */
  const started = new Set<string>()
  const orders = new RowOrders()
  /** The user sees the table's own headers, and what became of them as a step. */
  const readInputs = (request: ImportRequest, options: InputOptions = {}): Promise<PlanInputs> =>
    app.imports.inputs(request, { ...options, keepsHeaders: true })
  const stateOf = (id: string): DraftState => drafts.get(id).state()
  const change = async (
    id: string,
    work: (state: DraftState) => Promise<DraftState>,
  ): Promise<CallOutput<'imports.open'>> => {
    const draft = drafts.get(id)
    const state = await draft.change(work)
    checks.follow(draft)
    return draftAnswer(draft, state, book.pace())
  }

  const opened = async (
    state: DraftState,
    signal: AbortSignal,
  ): Promise<CallOutput<'imports.open'>> => {
    signal.throwIfAborted()
    const draft = createDraft(state)
    await drafts.add(draft)
    return draftAnswer(draft, state, book.pace())
  }

  return {
    'imports.open': (asked) =>
      readings.run(async (reading) => {
        requireTable(asked.csv, picked)
        const request = { ...requestOf(asked), opensAll: picked.has(asked.folder) }
        const inputs = await readInputs(request, reading)
        const job = jobToReopen(app.imports.list(), request, inputs)
        const state =
          job === undefined
            ? await firstState(request, inputs, reading.signal)
            : await reopenedState(app.imports, job, reading)
        return opened(state, reading.signal)
      }),
    'imports.stopReading': () => {
      readings.stop()
      return null
    },
    'imports.reopen': ({ job }) =>
      readings.run(async (reading) => {
        const status = book.status(job)
        requireResumable(status, runs.isRunning(job))
        return opened(await reopenedState(app.imports, status.job, reading), reading.signal)
      }),
    'imports.drafts': () =>
      Promise.all(
        drafts
          .all()
          .filter(({ id }) => !started.has(id))
          .map((draft) => draftAnswer(draft, draft.state(), book.pace())),
      ),
    'imports.edit': ({ draftId, edits }) => change(draftId, (state) => editState(state, edits)),
    'imports.fixAll': ({ draftId, rule }) => change(draftId, (state) => fixed(state, rule)),
    'imports.undo': ({ draftId }) => change(draftId, undone),
    'imports.replan': ({ draftId, settings, pinner }) =>
      change(draftId, async (state) => {
        const { tablePath: csv, source } = state.inputs
        const request = { ...state.request, csv, sheet: source.sheet?.name, settings, pinner }
        return replanned(state, request, await readInputs(request, { job: state.job }))
      }),
    'imports.placeWorks': ({ draftId }) =>
      change(draftId, async (state) => {
        const { table, request } = state
        const given = { ...state.inputs, table }
        const added = await app.imports.placeWorks(request, { given })
        context.log({
          level: 'info',
          kind: 'collection',
          message: `The metadata of ${given.collection.name} got files for ${added.join(', ')}.`,
          details: { accountId: request.accountId, collectionId: request.collectionId },
        })
        const again = { ...request, csv: state.inputs.tablePath }
        return replanned(state, again, await readInputs(again, { job: state.job }))
      }),
    'imports.readAs': ({ draftId, format, names, assetNames, sheet, encoding, headerRow }) =>
      change(draftId, async (state) => {
        requireUnedited(state)
        const { csv, ...asked } = state.request
        const request = {
          ...asked,
          csv: tableFor(format, csv),
          format,
          names: names ?? undefined,
          ...(assetNames === undefined ? {} : { assetNames: assetNames ?? undefined }),
          sheet,
          encoding,
          headerRow,
        }
        if (names === null) app.imports.mappings.remember(request, { names: null })
        if (assetNames === null) app.imports.mappings.remember(request, { assetNames: null })
        return await firstState(request, await readInputs(request))
      }),
    'imports.forgetMapping': ({ draftId }) =>
      change(draftId, (state) => {
        app.imports.mappings.forget(state.request)
        return unmapped(state)
      }),
    'imports.issues': (asked) => issuesAnswer(stateOf(asked.draftId), asked),
    'imports.rows': async ({ draftId, order, ...page }) =>
      rowsAnswer(await orders.rowsOf(drafts.get(draftId), order), page),
    'imports.rowIndex': async ({ draftId, row, order }) => {
      const rows = await orders.rowsOf(drafts.get(draftId), order)
      const index = rows.findIndex((candidate) => candidate.row === row)
      return { index: index === -1 ? null : index }
    },
    'imports.tokens': ({ draftId, ...page }) => tokensAnswer(stateOf(draftId), page),
    'imports.files': ({ draftId }) => stateOf(draftId).inputs.files.map(({ name }) => name),
    'imports.image': ({ draftId, row }) => {
      const { plan, request } = stateOf(draftId)
      return previews.make(draftId, tokenOfRow(plan, row).image, request.settings)
    },
    'imports.traits': ({ draftId, row }) => {
      const { plan } = stateOf(draftId)
      return traitsAnswer(plan, tokenOfRow(plan, row))
    },
    'imports.saveReport': ({ draftId, kind }) =>
      save(context, stateOf(draftId), `report.${kind}`, ({ plan, inputs }, path) =>
        reportBytes(reportKindOf(path) ?? kind, plan, {
          folder: inputs.folder,
          reason: inputs.source.reason,
          at: new Date(),
        }),
      ),
    'imports.saveTable': ({ draftId }) =>
      save(context, stateOf(draftId), 'fixed.csv', ({ table }) => writeTableWithoutGaps(table)),
    'imports.discard': async ({ draftId }) => {
      await drafts.close(draftId)
      return null
    },
    'imports.videosWithoutStill': ({ draftId }) => [
      ...videosWithoutStill(stateOf(draftId).inputs.files).keys(),
    ],
    'imports.savePoster': ({ draftId, video: name, image }) => {
      const video = videosWithoutStill(stateOf(draftId).inputs.files).get(name)
      if (video === undefined)
        throw new ColdpressError(
          'not_found',
          `${name} is no video of the folder without a still image. Read the folder again.`,
        )
      return savePoster(video, Buffer.from(image, 'base64'), app.images())
    },
    'imports.imageCheck': ({ draftId }) => checks.stateOf(drafts.get(draftId)),
    'imports.checkImages': async ({ draftId, run }) => {
      const draft = drafts.get(draftId)
      if (run) checks.resume(draft)
      else await checks.stop(draft)
      return checks.stateOf(draft)
    },
    'imports.localImages': ({ draftId }) => ({
      images: localImagesIn(context, stateOf(draftId)),
    }),
    'imports.start': async ({ draftId, skipsRehearsal, skipInvalid = false, ...accepts }) => {
      const draft = drafts.get(draftId)
      const { request: ref, plan } = draft.state()
      const { priced } = plan.counts
      if (skipsRehearsal !== true && priced > 0) {
        const wanted = { collectionId: ref.collectionId, tokens: [] }
        const minting = await openMintingAccount(app, ref.accountId)
        requireUnpriced(await readRehearsalState(minting, wanted), priced)
      }
      if (priced > 0) requireSealing(app, ref.accountId)
      const isChecking = checks.stateOf(draft).state === 'running'
      // The run needs the cores, and finds by itself what nobody has checked yet.
      void checks.stop(draft)
      const job = await start(context, draft, { skipInvalid, ...accepts }).catch(
        (error: unknown) => {
          if (isChecking) checks.resume(draft)
          throw error
        },
      )
      started.add(draftId)
      return { job }
    },
  }
}

const tokenOfRow = ({ tokens }: Plan, row: number): PlannedToken => {
  const token = tokens.find((candidate) => candidate.row === row)
  if (token !== undefined) return token
  throw new ColdpressError(
    'not_found',
    `Row ${row} makes no token yet. Fix its errors to see its image.`,
    { details: { row } },
  )
}

const requestOf = ({ csv, ...asked }: CallInput<'imports.open'>): ImportRequest => ({
  ...asked,
  csv: csv ?? undefined,
})

/** The path that the user picks, or null. Never the path of their own table. */
const save = async (
  { dialogs }: ImportContext,
  state: DraftState,
  /** The end of the suggested name. */
  what: string,
  bytesOf: (state: DraftState, path: string) => Uint8Array,
): Promise<string | null> => {
  const { tablePath } = state.inputs
  const path = await dialogs.saveFile(`${basename(tablePath, extname(tablePath))}-${what}`)
  if (path === null) return null
  if ((await realpath(path).catch(() => path)) === tablePath)
    throw new ColdpressError(
      'invalid',
      'This is the table that the import was opened with; it is never changed. Choose another name.',
      { details: { path } },
    )
  await replaceFile(path, bytesOf(state, path))
  return path
}

/**
 * Runs the current draft, from a copy of its table if it was edited. Returns when the job exists;
 * changes of the draft wait until then.
 */
const start = (
  context: ImportContext,
  draft: Draft,
  {
    skipInvalid,
    acceptsLocalImages,
  }: { readonly skipInvalid: boolean; readonly acceptsLocalImages?: boolean | undefined },
): Promise<string> =>
  draft.inTurn(async (state) => {
    requireStartable(state, skipInvalid)
    const { inputs, plan } = state
    await confirmAddresses(
      context,
      plan.tokens.flatMap(({ image }) => (image.kind === 'url' ? [image.url] : [])),
      'The minting service fetches images of this import from it.',
    )
    const skipped = skippedRows(state, skipInvalid)
    const request = {
      ...(await runnableRequest(context, draft, state)),
      skipped,
      acceptsLocalImages,
    }
    context.app.imports.mappings.remember(request, { columns: chosenColumns(state) })
    const earlier = state.job === undefined ? undefined : context.book.status(state.job).job
    const job = await context.runs.start(
      (options) =>
        context.app.imports.start(request, {
          ...options,
          job: earlier?.id,
          window: context.window,
        }),
      earlier?.id,
    )
    context.prepared.handOver(draft.id)
    if (earlier !== undefined && earlier.own_table !== null)
      await context.book.releaseCopy(basename(earlier.table_path, '.csv'))
    const here = { cores: availableParallelism(), pace: 1 }
    context.book.expect(job, estimateImport(plan, here).seconds)
    context.log({
      level: 'info',
      kind: 'import',
      message: `The import of ${basename(inputs.folder)} into ${inputs.collection.name} has started.`,
      details: { job },
    })
    return job
  })

/** Images that would be on this computer only, where the tokens are not for the devnet. */
const localImagesIn = (
  { app: { accounts, pinTargets } }: ImportContext,
  { plan, request }: DraftState,
): number => {
  const isShared = pinTargets.isPublic(request.pinner)
  if (isShared || accounts.get(request.accountId).chain === 'devnet') return 0
  return imagesToStore(plan)
}

const runnableRequest = async (
  { runs, book }: ImportContext,
  draft: Draft,
  state: DraftState,
): Promise<ImportRequest> => {
  const { tablePath, source } = state.inputs
  const request = { ...state.request, ...source, sheet: source.sheet?.name }
  if (!isFixed(state)) return { ...request, csv: tablePath }
  const running = book.jobsFrom(draft.id).find((job) => runs.isRunning(job))
  if (running !== undefined) throw runsAlready(running)
  const csv = await book.writeCopy(draft.id, state.table)
  return { ...request, csv, ownTable: tablePath, ownReading: source }
}

/** Edits belong to the rows and columns of one reading. */
const requireUnedited = (state: DraftState): void => {
  if (!isEdited(state) && state.job === undefined) return
  throw new ColdpressError(
    'conflict',
    'The table has changes of yours, which another format would lose. Undo them first, or discard the draft.',
  )
}

/** A table that was chosen is none of a format whose tokens are in many files. */
const tableFor = (format: ImportFormat, csv: string | undefined): string | undefined =>
  csv !== undefined && isTableName(csv) && !isOfTable(format) ? undefined : csv

const requireStartable = ({ plan }: DraftState, skipInvalid: boolean): void => {
  if (isRunnable(plan)) return
  if (skipInvalid && plan.invalidRows !== undefined && plan.tokens.length > 0) return
  const { errors } = plan.counts
  throw new ColdpressError(
    'invalid',
    `The import has ${errors} ${errors === 1 ? 'error' : 'errors'}. Fix them first; nothing was sent.`,
    { details: { errors } },
  )
}
