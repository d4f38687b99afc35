import { heldMintErrors } from '#contract/mints/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { messageOf } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { MintingClient } from '../api/client.ts'

/**
 * Cancels a mint that was built to be confirmed, and was not; bytes that were sent before stay.
 * @throws ColdpressError `incomplete` when it is still held
 */
export const cancelHeld = async (
  client: Pick<MintingClient, 'cancelMint'>,
  { id, collection_id: collectionId, held }: Mint,
): Promise<void> => {
  if (held !== true) return
  try {
    await client.cancelMint(collectionId, id)
  } catch (error) {
    throw errorBy(
      heldMintErrors,
      'still_held',
      { mint: id },
      `Nothing was signed or sent, but mint ${id} could not be cancelled: ${messageOf(error)} It is held until you cancel it.`,
      error,
    )
  }
}
