import { chainOf } from '#app/accounts/chain-of.ts'
import { requirePublicImages } from '#media/content/images-only-here.ts'
import { imagesToMint, splitLocal } from '#app/mints/images-to-mint.ts'
import type { ContentAddress } from '#media/content/content-address.ts'
import { requireFetched } from '#media/pinning/require-fetched.ts'
import type { MintSession } from '#cli/commands/mint/mint-session.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'

export const acceptLocalImages = [
  '--accept-local-images',
  'accept that images and works exist on this computer only; outside the devnet they must else be pinned at a public place',
] as const

export const acceptUnfetchedImages = [
  '--accept-unfetched-images',
  'accept that images and works were not fetched through a public gateway; outside the devnet each is fetched once before',
] as const

export type AcceptedImages = {
  readonly acceptLocalImages?: boolean
  readonly acceptUnfetchedImages?: boolean
}

/**
 * Asks for the images of tokens, and the works beside them, as their buyers will.
 * @throws ColdpressError `conflict` where images exist on this computer only, or a public gateway
 * does not give them
 */
export const requireImagesOnline = async (
  mintSession: MintSession,
  options: AcceptedImages & { readonly collection: string },
  tokens: 'all' | readonly string[],
): Promise<void> => {
  if (options.acceptLocalImages === true && options.acceptUnfetchedImages === true) return
  const { core, client, session } = mintSession
  const account = core.accounts.get(session.account)
  const chain = chainOf(account, account.network)
  const asked = { collectionId: options.collection, tokens, chain }
  const images = await imagesToMint(client, asked, session.signal)
  const { local, elsewhere } = splitLocal(images, core.pinTargets.onlyHere)
  if (options.acceptLocalImages !== true) requirePublicImages(local.length)
  if (options.acceptUnfetchedImages !== true) await fetchImages(mintSession, elsewhere)
}

const fetchImages = async (
  { core, session }: MintSession,
  images: readonly ContentAddress[],
): Promise<void> => {
  const gateway = core.settings.get().imageGateway
  const progress = drawProgress(session.terminal)
  const unfetched = await core.imageFetches
    .fetch(images, {
      gateway,
      signal: session.signal,
      onProgress: (made) => progress.updateFiles('fetched', made),
    })
    .finally(progress.end)
  requireFetched(unfetched, gateway)
}
