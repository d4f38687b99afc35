import { fetchWithTokens } from '#app/accounts/fetch-with-tokens.ts'
import { AnyCid } from '#media/content/cid.ts'
import { collectionFolder, placeFolder } from '#app/imports/collection-folder.ts'
import { findContent } from '#media/pinning/find-content.ts'
import type { HandlersOf, ServiceContext, ServicesDeps } from './services-deps.ts'
import { createStopper } from './stopper.ts'
import { timedProgress } from './timed-progress.ts'

export type FolderCalls = 'pins.makeFolder' | 'pins.stopFolder' | 'pins.find'

/** Folders of collections, one at a time; the next ends the one before. */
export const createCollectionFolders = ({
  core,
  emit,
}: ServiceContext & Pick<ServicesDeps, 'emit'>): {
  readonly handlers: Pick<HandlersOf<'pins'>, FolderCalls>
  readonly close: () => void
} => {
  const { next, stop } = createStopper('Making the folder was stopped.')
  return {
    handlers: {
      'pins.makeFolder': async ({ name, ...asked }) => {
        const signal = next()
        const onProgress = timedProgress((made) => emit('pins.folderMade', made))
        const { pinners } = await core.pinTargets.open(name)
        const { found, tokens } = await fetchWithTokens(core.accounts, asked, signal)
        const making = { signal, onProgress }
        const folder = await collectionFolder(found, tokens, core.content, making)
        const places = []
        for (const pinner of pinners) places.push(await placeFolder(pinner, folder, making))
        const { cid, path, files, elsewhere } = folder
        return { cid, path, files: files.length, elsewhere, places }
      },
      'pins.stopFolder': () => {
        stop()
        return null
      },
      'pins.find': async ({ cid, name }) => {
        const { pinners } = await core.pinTargets.open(name)
        const endpoint = core.settings.get().routingEndpoint
        const signal = AbortSignal.timeout(findTimeoutMs)
        const found = await findContent(AnyCid(cid), { pinners, endpoint, signal })
        return { answers: [...found] }
      },
    },
    close: stop,
  }
}

/** The network answers late, and the user waits. */
const findTimeoutMs = 60_000
