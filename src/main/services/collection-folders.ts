import type { CountedProgress } from '#contract/fields.ts'
import type { CallInput } from '#contract/window/calls.ts'
import { createJob, type JobControl } from '#app/jobs/create-job.ts'
import { withTimeLeft } from '#app/jobs/time-left.ts'
import { fetchWithTokens } from '#app/accounts/fetch-with-tokens.ts'
import { AnyCid } from '#media/content/cid.ts'
import { collectionFolder, placeFolder } from '#app/imports/collection-folder.ts'
import type { PinCheckProgress } from '#media/pinning/check-pins.ts'
import { findContent } from '#media/pinning/find-content.ts'
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
      { name, ...asked }: CallInput<'pins.makeFolder'>,
      control: JobControl<CountedProgress>,
    ) => {
      const { signal } = control
      const making = { signal, onProgress: withTimeLeft<PinCheckProgress>(control.onProgress) }
      const { pinners } = await app.pinTargets.open(name)
      const { found, tokens } = await fetchWithTokens(app.accounts, asked, signal)
      const folder = await collectionFolder(found, tokens, app.content, making)
      const places = []
      for (const pinner of pinners) places.push(await placeFolder(pinner, folder, making))
      const { cid, path, files, elsewhere } = folder
      return { cid, path, files: files.length, elsewhere, places }
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
      'pins.find': async ({ cid, name }) => {
        const { pinners } = await app.pinTargets.open(name)
        const endpoint = app.settings.get().routingEndpoint
        const signal = AbortSignal.timeout(findTimeoutMs)
        const found = await findContent(AnyCid(cid), { pinners, endpoint, signal })
        return { answers: [...found] }
      },
    },
    close: () => void job.stop(),
  }
}

/** The network answers late, and the user waits. */
const findTimeoutMs = 60_000
