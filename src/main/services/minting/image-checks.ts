import { fetchImagesToMint, findImagesToMint } from '#app/mints/images-to-mint.ts'
import { openMintingAccount } from '#app/mints/minting-account.ts'
import type { WindowHandlersOf, ServiceContext, ServicesDeps } from '../services-deps.ts'
import type { CountedProgress } from '#contract/fields.ts'
import type { CallInput } from '#contract/window/calls.ts'
import { createJob, type JobControl } from '#app/jobs/create-job.ts'
import { type FileProgress, withTimeLeft } from '#app/jobs/time-left.ts'

type Wanted = CallInput<'minting.fetchImages'>

type ImageCalls = 'minting.images' | 'minting.fetchImages' | 'minting.stopFetching'

/** Fetches the images of tokens to be minted as their buyers will; the next time ends the one before. */
export const createImageChecks = ({
  app,
  emit,
}: ServiceContext & Pick<ServicesDeps, 'emit'>): {
  readonly handlers: Pick<WindowHandlersOf<'minting'>, ImageCalls>
  readonly close: () => void
} => {
  const job = createJob({
    stopped: 'Fetching was stopped.',
    run: async (wanted: Wanted, { signal, onProgress: report }: JobControl<CountedProgress>) => {
      const minting = await openMintingAccount(app, wanted.accountId)
      const fetching = { signal, onProgress: withTimeLeft<FileProgress>(report) }
      return fetchImagesToMint(minting, wanted, fetching)
    },
    onProgress: (made) => emit('minting.imagesFetched', made),
  })
  return {
    handlers: {
      'minting.images': async (wanted) => {
        const minting = await openMintingAccount(app, wanted.accountId)
        const { local, unfetched, gateway } = await findImagesToMint(minting, wanted)
        return { local: local.length, unfetched: unfetched.length, gateway }
      },
      'minting.fetchImages': job.run,
      'minting.stopFetching': () => {
        void job.stop()
        return null
      },
    },
    close: () => void job.stop(),
  }
}
