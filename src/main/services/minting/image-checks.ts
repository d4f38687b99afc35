import { chainOf } from '#app/accounts/chain-of.ts'
import type { Cid } from '#media/content/cid.ts'
import { addressText, type ContentAddress } from '#media/content/content-address.ts'
import { requirePublicImages } from '#media/content/images-only-here.ts'
import { imagesToMint, splitLocal } from '#app/mints/images-to-mint.ts'
import { requireFetched, unfetchedText } from '#media/pinning/require-fetched.ts'
import type { WindowHandlersOf, ServiceContext, ServicesDeps } from '../services-deps.ts'
import type { CountedProgress } from '#contract/fields.ts'
import type { CallInput } from '#contract/window/calls.ts'
import type { PinCheckProgress } from '#media/pinning/check-pins.ts'
import { createJob, type JobControl } from '#app/jobs/create-job.ts'
import { withTimeLeft } from '#app/jobs/time-left.ts'

type Wanted = {
  readonly accountId: string
  readonly collectionId: string
  readonly tokens: 'all' | readonly string[]
}

export type MintedImages = {
  /** On this computer only. */
  readonly local: readonly Cid[]
  /** Not fetched yet through the IPFS gateway of the settings. */
  readonly unfetched: readonly ContentAddress[]
  readonly gateway: string
}

/** What is known of the images of tokens to be minted. On the devnet it is asked of none. */
const mintedImages = async (
  { accounts, pinTargets, imageFetches, settings }: ServiceContext['core'],
  wanted: Wanted,
): Promise<MintedImages> => {
  const account = accounts.get(wanted.accountId)
  const chain = chainOf(account, account.network)
  const gateway = settings.get().imageGateway
  if (chain === 'devnet') return { local: [], unfetched: [], gateway }
  const client = await accounts.client(wanted.accountId)
  const images = await imagesToMint(client, { ...wanted, chain })
  const { local, elsewhere } = splitLocal(images, pinTargets.onlyHere)
  return { local, unfetched: imageFetches.unfetched(elsewhere, gateway), gateway }
}

/** @throws ColdpressError `conflict` for what the user has not accepted */
export const requireImages = async (
  core: ServiceContext['core'],
  wanted: Wanted,
  accepted: {
    readonly acceptsLocalImages?: boolean | undefined
    readonly acceptsUnfetchedImages?: boolean | undefined
  },
): Promise<void> => {
  if (accepted.acceptsLocalImages === true && accepted.acceptsUnfetchedImages === true) return
  const { local, unfetched, gateway } = await mintedImages(core, wanted)
  if (accepted.acceptsLocalImages !== true) requirePublicImages(local.length)
  if (accepted.acceptsUnfetchedImages === true) return
  requireFetched(
    unfetched.map((image) => ({
      address: addressText(image),
      message: 'It was not asked for yet.',
    })),
    gateway,
  )
}

/** How many of the images that were not given are named. */
const namedImages = 5

type ImageCalls = 'minting.images' | 'minting.fetchImages' | 'minting.stopFetching'

/** Fetches the images of tokens to be minted as their buyers will; the next time ends the one before. */
export const createImageChecks = ({
  core,
  emit,
}: ServiceContext & Pick<ServicesDeps, 'emit'>): {
  readonly handlers: Pick<WindowHandlersOf<'minting'>, ImageCalls>
  readonly close: () => void
} => {
  const job = createJob({
    stopped: 'Fetching was stopped.',
    run: async (
      wanted: CallInput<'minting.fetchImages'>,
      { signal, onProgress: report }: JobControl<CountedProgress>,
    ) => {
      const { unfetched, gateway } = await mintedImages(core, wanted)
      const fetching = { gateway, signal, onProgress: withTimeLeft<PinCheckProgress>(report) }
      const missing = await core.imageFetches.fetch(unfetched, fetching)
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
        const { local, unfetched, gateway } = await mintedImages(core, wanted)
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
