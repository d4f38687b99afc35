import { findImagesToMint } from '#app/mints/images-to-mint.ts'
import { openMintingAccount } from '#app/mints/minting-account.ts'
import { unfetchedText } from '#media/pinning/require-fetched.ts'
import type { WindowHandlersOf, ServiceContext, ServicesDeps } from '../services-deps.ts'
import type { CountedProgress } from '#contract/fields.ts'
import type { CallInput } from '#contract/window/calls.ts'
import type { PinCheckProgress } from '#media/pinning/check-pins.ts'
import { createJob, type JobControl } from '#app/jobs/create-job.ts'
import { withTimeLeft } from '#app/jobs/time-left.ts'

type Wanted = CallInput<'minting.fetchImages'>

/** How many of the images that were not given are named. */
const namedImages = 5

type ImageCalls = 'minting.images' | 'minting.fetchImages' | 'minting.stopFetching'

/** Fetches the images of tokens to be minted as their buyers will; the next time ends the one before. */
export const createImageChecks = ({
  app,
  emit,
}: ServiceContext & Pick<ServicesDeps, 'emit'>): {
  readonly handlers: Pick<WindowHandlersOf<'minting'>, ImageCalls>
  readonly close: () => void
} => {
  const findImages = async (wanted: Wanted) =>
    findImagesToMint(await openMintingAccount(app, wanted.accountId), wanted)
  const job = createJob({
    stopped: 'Fetching was stopped.',
    run: async (wanted: Wanted, { signal, onProgress: report }: JobControl<CountedProgress>) => {
      const { unfetched, gateway } = await findImages(wanted)
      const fetching = { gateway, signal, onProgress: withTimeLeft<PinCheckProgress>(report) }
      const missing = await app.imageFetches.fetch(unfetched, fetching)
      return {
        missing: missing.length,
        reasons: missing.slice(0, namedImages).map(unfetchedText),
      }
    },
    onProgress: (made) => emit('minting.imagesFetched', made),
  })
  return {
    handlers: {
      'minting.images': async (wanted) => {
        const { local, unfetched, gateway } = await findImages(wanted)
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
