import { requireImages } from '#app/mints/images-to-mint.ts'
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

export type AcceptImageOptions = {
  readonly acceptLocalImages?: boolean
  readonly acceptUnfetchedImages?: boolean
}

/**
 * Asks for the images of tokens, and the works beside them, as their buyers will.
 * @throws ColdpressError `conflict` where images exist on this computer only, or a public gateway
 * does not give them
 */
export const requireImagesOnline = (
  mintSession: MintSession,
  options: AcceptImageOptions & { readonly collection: string },
  tokens: 'all' | readonly string[],
): Promise<void> => {
  const {
    app: { imageFetches },
    session: { signal, terminal },
  } = mintSession
  return requireImages(
    mintSession,
    { collectionId: options.collection, tokens },
    {
      acceptsLocalImages: options.acceptLocalImages,
      acceptsUnfetchedImages: options.acceptUnfetchedImages,
    },
    {
      signal,
      askGateway: (images, gateway) => {
        const progress = drawProgress(terminal)
        return imageFetches
          .fetch(images, {
            gateway,
            signal,
            onProgress: (made) => progress.updateFiles('fetched', made),
          })
          .finally(progress.end)
      },
    },
  )
}
