import { requirePublicImages } from '#core/content/images-only-here.ts'
import { localImagesOf } from '#core/minting/local-images.ts'
import { chainOf } from '#core/accounts/chain-of.ts'
import type { MintSession } from '#cli/commands/mint/mint-session.ts'

export const acceptLocalImages = [
  '--accept-local-images',
  'accept that the images exist on this computer only; outside the devnet they must else be pinned at a public place',
] as const

/** @throws ColdpressError `conflict` where images of these tokens exist on this computer only */
export const checkLocalImages = async (
  { core, client, session }: MintSession,
  {
    collection,
    acceptLocalImages: isAccepted,
  }: {
    readonly collection: string
    readonly acceptLocalImages?: boolean
  },
  tokens: 'all' | readonly string[],
): Promise<void> => {
  if (isAccepted === true) return
  const account = core.accounts.get(session.account)
  const chain = chainOf(account, account.network)
  const asked = { collectionId: collection, tokens, chain }
  const { onlyHere } = core.pinTargets
  requirePublicImages((await localImagesOf(client, onlyHere, asked, session.signal)).length)
}
