import { realpath } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import type { CallOutput } from '#contract/window/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import type { BackgroundRuns } from '#app/imports/background-runs.ts'
import {
  describeDraft,
  describePlanIssues,
  describeRows,
  describeTokens,
  describeTraits,
  imageAsked,
} from '#app/imports/draft/describe-draft.ts'
import type { DraftImageChecks } from '#app/imports/draft/draft-image-checks.ts'
import {
  changeSettings,
  type DraftState,
  editState,
  fixRule,
  forgetChoices,
  undoEdit,
} from '#app/imports/draft/draft-state.ts'
import type { Draft, Drafts } from '#app/imports/draft/drafts.ts'
import {
  nameBy,
  openTokens,
  readAgain,
  readAs,
  readDraft,
  reopenDraft,
} from '#app/imports/draft/read-draft.ts'
import { RowOrders } from '#app/imports/draft/row-orders.ts'
import { startDraft } from '#app/imports/draft/start-draft.ts'
import type { PreparedImages } from '#app/imports/pipeline/prepared-images.ts'
import { videosWithoutStill } from '#app/imports/posters/make-posters.ts'
import { savePoster } from '#app/imports/posters/save-poster.ts'
import { writeReport } from '#app/imports/report/report.ts'
import { countMatches } from '#app/imports/table/edit-table.ts'
import { writeTableWithoutGaps } from '#app/imports/table/write-table.ts'
import type { WorkingCopies } from '#app/imports/working-copies.ts'
import { asksOutsidePage } from '../confirm/outside-devnet.ts'
import { requireTable } from '../picked-files.ts'
import type { ImportServiceDeps, WindowHandlersOf } from '../services-deps.ts'
import type { Previews } from '#app/images/draft-previews.ts'
import type { Reading } from './readings.ts'

type DraftContext = ImportServiceDeps & {
  readonly drafts: Drafts
  readonly prepared: PreparedImages
  readonly previews: Previews
  readonly checks: DraftImageChecks
  readonly runs: BackgroundRuns
  readonly copies: WorkingCopies
}

/** The calls about started imports. */
export type JobCalls =
  | 'imports.resume'
  | 'imports.pause'
  | 'imports.cancel'
  | 'imports.undoChanges'
  | 'imports.list'
  | 'imports.job'

/** Handlers of the calls about drafts. */
export const draftHandlers = (
  context: DraftContext,
): Omit<WindowHandlersOf<'imports'>, JobCalls> => {
  const { app, drafts, previews, checks, picked, readings, runs } = context
  const { imports } = app
  /** The draft stays open: the view of its run may still ask for it. */
  const started = new Set<string>()
  const orders = new RowOrders()
  const stateOf = (id: string): DraftState => drafts.get(id).state()
  const show = (draft: Draft) => describeDraft(draft, runs.pace())
  const change = async (
    id: string,
    work: (state: DraftState) => Promise<DraftState>,
  ): Promise<CallOutput<'imports.open'>> => {
    const draft = drafts.get(id)
    await draft.change(work)
    checks.follow(draft)
    return show(draft)
  }
  const open = (
    read: (reading: Reading) => Promise<DraftState>,
  ): Promise<CallOutput<'imports.open'>> =>
    readings.run(async (reading) => {
      const state = await read(reading)
      reading.signal.throwIfAborted()
      return show(await drafts.open(state))
    })

  return {
    'imports.open': async ({ csv, ...asked }) => {
      requireTable(csv, picked)
      const request = { ...asked, csv: csv ?? undefined, opensAll: picked.has(asked.folder) }
      return open((reading) => readDraft(imports, request, reading))
    },
    'imports.openTokens': (asked) => open((reading) => openTokens(imports, asked, reading)),
    'imports.stopReading': () => {
      readings.stop()
      return null
    },
    'imports.reopen': async ({ job }) => open((reading) => reopenDraft(imports, job, reading)),
    'imports.drafts': () =>
      Promise.all(
        drafts
          .all()
          .filter(({ id }) => !started.has(id))
          .map(show),
      ),
    'imports.edit': ({ draftId, edits }) => change(draftId, (state) => editState(state, edits)),
    'imports.fixAll': ({ draftId, rule }) => change(draftId, (state) => fixRule(state, rule)),
    'imports.undo': ({ draftId }) => change(draftId, undoEdit),
    'imports.replan': ({ draftId, ...changed }) =>
      change(draftId, (state) => readAgain(imports, state, changed)),
    'imports.changeSettings': ({ draftId, settings }) =>
      change(draftId, (state) => changeSettings(state, settings)),
    'imports.nameTokens': ({ draftId, ...by }) =>
      change(draftId, (state) => nameBy(imports, state, by)),
    'imports.placeWorks': ({ draftId }) =>
      change(draftId, async (state) => {
        const { table, request, inputs } = state
        const added = await imports.placeWorks(request, { given: { ...inputs, table } })
        context.log({
          level: 'info',
          kind: 'collection',
          message: `The metadata of ${inputs.collection.name} got files for ${added.join(', ')}.`,
          details: { accountId: request.accountId, collectionId: request.collectionId },
        })
        return await readAgain(imports, state)
      }),
    'imports.readAs': ({ draftId, ...form }) =>
      change(draftId, (state) => readAs(imports, state, form)),
    'imports.forgetMapping': ({ draftId }) =>
      change(draftId, (state) => {
        imports.mappings.forget(state.request)
        return forgetChoices(state)
      }),
    'imports.issues': (asked) => describePlanIssues(stateOf(asked.draftId), asked),
    'imports.rows': async ({ draftId, order, ...page }) =>
      describeRows(await orders.rowsOf(drafts.get(draftId), order), page),
    'imports.countMatches': ({ draftId, ...search }) => ({
      cells: countMatches(stateOf(draftId).table, search),
    }),
    'imports.rowIndex': async ({ draftId, row, order }) => {
      const rows = await orders.rowsOf(drafts.get(draftId), order)
      const index = rows.findIndex((candidate) => candidate.row === row)
      return { index: index === -1 ? null : index }
    },
    'imports.tokens': ({ draftId, ...page }) => describeTokens(stateOf(draftId), page),
    'imports.files': ({ draftId }) => stateOf(draftId).inputs.files.map(({ name }) => name),
    'imports.image': ({ draftId, isOriginal = false, ...asked }) => {
      const state = stateOf(draftId)
      const settings = isOriginal ? unchangedImages : state.request.settings
      return previews.make(draftId, imageAsked(state, asked), settings)
    },
    'imports.traits': ({ draftId, row }) => describeTraits(stateOf(draftId), row),
    'imports.saveReport': ({ draftId, kind }) =>
      save(context, stateOf(draftId), `report.${kind}`, (path, { plan, inputs }) => {
        const { folder, source } = inputs
        return writeReport(path, plan, { folder, reason: source.reason }, kind)
      }),
    'imports.saveTable': ({ draftId }) =>
      save(context, stateOf(draftId), 'fixed.csv', (path, { table }) =>
        replaceFile(path, writeTableWithoutGaps(table)),
      ),
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
    'imports.localImages': async ({ draftId }) => {
      const { request, plan } = stateOf(draftId)
      return { images: await imports.countLocalImages(request, plan) }
    },
    'imports.start': async ({ draftId, ...options }) => {
      const draft = drafts.get(draftId)
      const { request, inputs, plan } = draft.state()
      const { folder, collection } = inputs
      const asks = asksOutsidePage(context)
      const job = await startDraft({ ...context, ...app, asks }, draft, options)
      started.add(draftId)
      context.log({
        level: 'info',
        kind: 'import',
        message:
          request.purpose === 'change'
            ? `The change of ${countText(plan.counts.change, 'token')} of ${collection.name} has started.`
            : `The import of ${basename(folder)} into ${collection.name} has started.`,
        details: { job },
      })
      return { job }
    },
  }
}

const unchangedImages = { maxPixels: null, format: 'keep', quality: 90 } as const

/** The path that the user picks, or null. Never the path of their own table. */
const save = async (
  { dialogs }: Pick<DraftContext, 'dialogs'>,
  state: DraftState,
  /** The end of the suggested name. */
  what: string,
  write: (path: string, state: DraftState) => Promise<void>,
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
  await write(path, state)
  return path
}
