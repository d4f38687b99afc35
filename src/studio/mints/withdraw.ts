import type { WithdrawRequest } from '#contract/mints/mint.ts'
import { paymentAddress } from '#cardano/addresses.ts'
import { buildSweep } from '#cardano/transactions/build/build-sweep.ts'
import { existingCollection } from '../store/collections.ts'
import type { Studio } from '../options.ts'
import { orderOf, sealOrder } from '../seals/orders.ts'
import { readChainState } from './build-context.ts'
import { paymentKeyOf } from './payment-key.ts'
import { signHere } from './sign.ts'
import { reserveMint } from './reserve-mint.ts'

/**
 * Sends the unreserved funds of a collection's payment address to another address, as much as one
 * transaction holds. It is stored, signed and followed like a mint.
 * @returns the mint's id
 * @throws ColdpressError `not_found`, `invalid`; `conflict` when there is nothing, or less than its
 * fee is worth; of the vault's store and of the gateway
 */
export const withdraw = async (
  studio: Studio,
  collectionId: string,
  { to, hold: held = false }: WithdrawRequest,
): Promise<string> => {
  const collection = existingCollection(studio, collectionId)
  const { bech32: receiver } = paymentAddress(to, studio.network)
  const { address } = await paymentKeyOf(studio, collectionId)
  const { context, dated } = await readChainState(studio, {
    policyId: collection.policy_id,
    fundingAddress: address,
  })
  const built = [buildSweep(context, receiver)]
  const id = studio.nextId()
  const order = await sealOrder(
    studio,
    orderOf(id, collection, 'withdrawal', { built, tokens: [], receivers: [receiver], held }),
  )
  reserveMint(studio, collection, order, { built, tokens: [], dated })
  await signHere(studio, id)
  return id
}
