import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import {
  type BackgroundRuns,
  createBackgroundRuns,
  type RunEnding,
} from '#app/imports/background-runs.ts'
import { createDraftImageChecks } from '#app/imports/draft/draft-image-checks.ts'
import type { DraftState } from '#app/imports/draft/draft-state.ts'
import { createDrafts, type Drafts } from '#app/imports/draft/drafts.ts'
import { createPreparedImages } from '#app/imports/pipeline/prepared-images.ts'
import { mediaTypeOfFile } from '#app/imports/plan/metadata-input.ts'
import { summaryError } from '#app/imports/summary.ts'
import { createWorkingCopies } from '#app/imports/working-copies.ts'
import type {
  ImportService,
  ImportServiceDeps,
  LogDraft,
  WindowHandlersOf,
} from '../services-deps.ts'
import { draftHandlers, type JobCalls } from './draft-handlers.ts'
import { createPreviews } from '#app/images/draft-previews.ts'
import type { ImageFile } from '#app/images/thumbnails.ts'

/** The handlers of imports, and the runs of this process. */
export const createImportService = (deps: ImportServiceDeps): ImportService => {
  const { app, emit, log, readings } = deps
  const onError = (error: unknown): void =>
    log({ level: 'warning', kind: 'import', message: messageOf(error) })
  const copies = createWorkingCopies({ home: app.home, imports: app.imports, onError })
  const prepared = createPreparedImages({
    images: app.images,
    tempPath: () => app.content.tempPath(),
  })
  const previews = createPreviews({ ...app, prepared })
  const runs = createBackgroundRuns({
    imports: app.imports,
    copies,
    window: { prepared, keepThumbnail: deps.keepThumbnail },
    onProgress: ({ job, stages }) => emit('imports.progress', { job, stages }),
    onEnd: (ending, view) => {
      log(endEntry(ending))
      emit('imports.ended', view)
    },
    onError,
  })
  const checks = createDraftImageChecks({
    imports: app.imports,
    check: (draft, file, signal) =>
      prepared.hasRoom()
        ? prepared.prepare(draft.id, file, draft.state().request.settings, signal)
        : app.images().check(file.path, signal),
    onChecked: (state) => emit('imports.checked', state),
    onPlanned: (draftId) => emit('imports.planned', { draftId }),
  })
  const drafts = createDrafts({
    onOpen: checks.follow,
    onClose: async ({ id }) => {
      checks.drop(id)
      await previews.drop(id)
      await prepared.drop(id)
      await copies.release(id)
    },
  })
  const swept = copies.sweep()

  return {
    handlers: {
      ...draftHandlers({ ...deps, drafts, prepared, previews, checks, runs, copies }),
      ...jobHandlers(deps, runs),
    },
    running: () => runs.count(),
    files: {
      preview: (id) => previews.file(id),
      draftWork: draftWorkIn(drafts),
      draftVideo: draftVideoIn(drafts),
    },
    close: async () => {
      readings.stop()
      await runs.close()
      await drafts.closeAll()
      await checks.settled()
      await prepared.close()
      await swept
    },
  }
}

/** Handlers of the calls about started imports. */
const jobHandlers = (
  { app: { imports }, log }: Pick<ImportServiceDeps, 'app' | 'log'>,
  runs: BackgroundRuns,
): Pick<WindowHandlersOf<'imports'>, JobCalls> => ({
  'imports.resume': async ({ job, acceptsLocalImages }) => ({
    job: await runs.resume(job, { acceptsLocalImages }),
  }),
  'imports.pause': async ({ job }) => {
    await runs.pause(job)
    return null
  },
  'imports.cancel': ({ job }) => runs.cancel(job),
  'imports.undoChanges': async ({ job }) => {
    const { changed, failed } = await imports.undo(job)
    log({
      level: 'info',
      kind: 'import',
      message: `The changes of ${countText(changed, 'token')} were undone.`,
      details: { job },
    })
    return { changed, failed: [...failed] }
  },
  'imports.list': () => [...runs.list()],
  'imports.job': ({ job }) => runs.show(job),
})

const changedText = (held: number, total: number): string =>
  `Changed ${held} of ${countText(total, 'token')}.`

const importedText = (held: number, total: number): string => {
  if (held < total) return `Imported ${held} of ${countText(total, 'token')}.`
  return total === 1 ? 'Imported the token.' : `Imported all ${countText(total, 'token')}.`
}

const endEntry = (ending: RunEnding): LogDraft => {
  const { job } = ending
  const kind = 'import'
  const error = 'error' in ending ? ending.error : summaryError(ending.summary)
  if ('summary' in ending && error === undefined) {
    const { purpose, added, already, total } = ending.summary
    const message = (purpose === 'change' ? changedText : importedText)(added + already, total)
    return { level: 'info', kind, message, details: { job } }
  }
  if ('summary' in ending && isColdpressError(error)) {
    const { code, message } = error
    return {
      level: code === 'cancelled' ? 'info' : 'warning',
      kind,
      message,
      details: { job, code },
    }
  }
  const message = `An import broke off: ${messageOf(error)}`
  return { level: 'error', kind, message, details: { job } }
}

/** Finds the file of a draft's work. What the plan does not name is not there for the window. */
const draftWorkIn =
  (drafts: Pick<Drafts, 'all'>) =>
  (draftId: string, row: number, number: number): ImageFile | undefined => {
    const token = stateIn(drafts, draftId)?.plan.tokens.find((candidate) => candidate.row === row)
    const file = token?.works[number]?.file
    return file && { path: file.path, mediaType: mediaTypeOfFile(file) ?? '' }
  }

/** Undefined once the draft is closed. Asking does not count as use. */
const stateIn = (drafts: Pick<Drafts, 'all'>, draftId: string): DraftState | undefined =>
  drafts
    .all()
    .find(({ id }) => id === draftId)
    ?.state()

/** Finds a video of a draft's folder of which the window may take a still image. */
const draftVideoIn =
  (drafts: Pick<Drafts, 'all'>) =>
  (draftId: string, name: string): ImageFile | undefined => {
    const file = stateIn(drafts, draftId)?.inputs.files.find((candidate) => candidate.name === name)
    const mediaType = (file && mediaTypeOfFile(file)) ?? ''
    return file && mediaType.startsWith('video/') ? { path: file.path, mediaType } : undefined
  }
