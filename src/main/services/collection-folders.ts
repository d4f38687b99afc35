import type { CountedProgress } from '#contract/fields.ts'
import type { CallInput } from '#contract/window/calls.ts'
import { createJob, type JobControl } from '#app/jobs/create-job.ts'
import { type FileProgress, withTimeLeft } from '#app/jobs/time-left.ts'
import { makeCollectionFolder } from '#app/pins/collection-folder.ts'
import { findAtPeers } from '#app/pins/pin-target.ts'
import type { WindowHandlersOf, ServiceContext, ServicesDeps } from './services-deps.ts'

export type FolderCalls = 'pins.makeFolder' | 'pins.stopFolder' | 'pins.find'

/** Folders of collections, one at a time; the next ends the one before. */
export const createCollectionFolders = ({
  app,
  emit,
}: ServiceContext & Pick<ServicesDeps, 'emit'>): {
  readonly handlers: Pick<WindowHandlersOf<'pins'>, FolderCalls>
  readonly close: () => void
} => {
  const job = createJob({
    stopped: 'Making the folder was stopped.',
    run: async (
      wanted: CallInput<'pins.makeFolder'>,
      { signal, onProgress: report }: JobControl<CountedProgress>,
    ) => {
      const making = { signal, onProgress: withTimeLeft<FileProgress>(report) }
      const { cid, path, files, elsewhere, places } = await makeCollectionFolder(
        app,
        wanted,
        making,
      )
      return { cid, path, files: files.length, elsewhere, places: [...places] }
    },
    onProgress: (made) => emit('pins.folderMade', made),
  })
  return {
    handlers: {
      'pins.makeFolder': job.run,
      'pins.stopFolder': () => {
        void job.stop()
        return null
      },
      'pins.find': async (wanted) => {
        const { answers } = await findAtPeers(app, wanted, AbortSignal.timeout(findTimeoutMs))
        return { answers: [...answers] }
      },
    },
    close: () => void job.stop(),
  }
}

/** The network answers late, and the user waits. */
const findTimeoutMs = 60_000
