import type { Mint } from '#contract/mints/mint.ts'
import { parentsOf } from '#app/mints/inspect-mint.ts'
import { requestOfMint } from '#app/mints/mint-request.ts'
import { payoutAddressesOf } from '#app/mints/payout-addresses.ts'
import { thumbnailsOf } from '#app/mints/mint-thumbnails.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import type { RequestThumbnail } from '#app/signing/thumbnails.ts'
import { writeText } from '#cli/files.ts'
import type { MintSession } from './mint-session.ts'

/** A mint as a signing request, with the signatures that it has. */
export const requestToSign = async (
  { client }: Pick<MintSession, 'client'>,
  mint: Mint,
  thumbnails: readonly RequestThumbnail[] = [],
): Promise<SigningRequest> => {
  const collection = await client.getCollection(mint.collection_id)
  return requestOfMint(mint, {
    collectionName: collection.name,
    payoutAddresses: payoutAddressesOf(collection.payout_address),
    thumbnails,
    parents: await parentsOf(client, mint),
    createdAt: new Date(),
  })
}

/** Writes a mint's signing request, with small images of its tokens, to a file. */
export const writeMintRequest = async (
  mintSession: MintSession,
  mint: Mint,
  out: string,
): Promise<void> => {
  const { core, client, session } = mintSession
  const thumbnails = await thumbnailsOf(
    mint,
    { client, content: core.content, images: core.images },
    session.signal,
  )
  const text = writeRequestFile(await requestToSign(mintSession, mint, thumbnails))
  await writeText(out, text)
}
