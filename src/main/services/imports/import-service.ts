import type { ImageFile, ImportService, ImportServiceDeps } from '../services-deps.ts'
import { createWorkingCopies } from '#app/imports/working-copies.ts'
import type { Draft, DraftState } from './draft.ts'
import { draftHandlers } from './draft-handlers.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createDraftImageChecks } from './image-checks.ts'
import type { ImportContext } from './import-context.ts'
import { createJobRegistry } from './job-registry.ts'
import { jobHandlers } from './job-handlers.ts'
import { createPreviews } from './previews.ts'
import { createPreparedImages } from '#app/imports/pipeline/prepared-images.ts'
import { createRuns } from './runs.ts'
import { mediaTypeOfFile } from '#app/imports/plan/metadata-input.ts'

/** The handlers of imports, and the runs of this process. */
export const createImportService = (deps: ImportServiceDeps): ImportService => {
  const { app, readings } = deps
  const copies = createWorkingCopies(app.home, () => new Date())
  const prepared = createPreparedImages({
    images: app.images,
    tempPath: () => app.content.tempPath(),
  })
  const previews = createPreviews({ ...app, prepared })
  const book = createJobRegistry({ ...deps, copies })
  const runs = createRuns({
    progress: ({ job, stages }) => deps.emit('imports.progress', { job, stages }),
    ended: (ending) => book.ended(ending),
  })
  const checks = createDraftImageChecks({
    imports: app.imports,
    check: (draft, file, signal) =>
      prepared.hasRoom()
        ? prepared.prepare(draft.id, file, draft.state().request.settings, signal)
        : app.images().check(file.path, signal),
    checked: (details) => deps.emit('imports.checked', details),
    planned: (draftId) => deps.emit('imports.planned', { draftId }),
  })
  const drafts = createDrafts({
    onOpen: checks.follow,
    onClose: async ({ id }: Draft) => {
      checks.drop(id)
      await previews.drop(id)
      await prepared.drop(id)
      await book.releaseCopy(id)
    },
  })
  const window = { prepared, keepThumbnail: deps.keepThumbnail }
  const context: ImportContext = {
    ...deps,
    drafts,
    prepared,
    window,
    previews,
    checks,
    runs,
    book,
  }
  const swept = book.sweepCopies()

  return {
    handlers: { ...draftHandlers(context), ...jobHandlers(context) },
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
