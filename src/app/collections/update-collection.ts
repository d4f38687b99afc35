import { isDeepStrictEqual } from 'node:util'
import { percentOfRate } from '#values/amounts/percent.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import type { Collection, CollectionChange } from '#contract/collections/collection.ts'
import { payoutErrors } from '#cardano/collection-errors.ts'
import type { ServiceNetwork } from '#cardano/network.ts'
import type { MintingClient } from '../api/client.ts'
import type { Asks, Question } from '../asks.ts'

/**
 * Changes a collection; another payout address once the person has confirmed it beside the earlier one.
 * @param options.network of the collection, which its addresses belong to
 * @throws ColdpressError as the client; `invalid` for an address of another network; as `Asks.confirm`
 */
export const updateCollection = async (
  client: Pick<MintingClient, 'getCollection' | 'updateCollection'>,
  collectionId: string,
  change: CollectionChange,
  { network, confirm }: { readonly network: ServiceNetwork } & Pick<Asks, 'confirm'>,
): Promise<Collection> => {
  const { payout_address: payout } = change
  if (payout !== undefined) {
    const before = await client.getCollection(collectionId)
    const [error] = payoutErrors(payout, network)
    if (error !== undefined) throw new ColdpressError('invalid', `${error.path}: ${error.message}`)
    if (!isDeepStrictEqual(before.payout_address, payout))
      await confirm(payoutQuestion(before, payout))
  }
  return client.updateCollection(collectionId, change)
}

/** What is asked before the income of a collection goes elsewhere. */
const payoutQuestion = (
  { name, payout_address: earlier }: Collection,
  payout: CollectionChange['payout_address'],
): Question => ({
  kind: 'change_payout',
  question: `Pay the income of ${quoted(name)} to another address?`,
  lines: [
    ...payoutLines(earlier).map((line) => `Now: ${line}`),
    ...payoutLines(payout).map((line) => `From now on: ${line}`),
    'Open payment links pay the new address once their tokens are minted. What was built before and waits for signatures still pays the earlier one.',
  ],
  yes: 'Change the payout address',
})

const payoutLines = (payout: Collection['payout_address']): readonly string[] => {
  if (payout === null || payout === undefined) return ['no address']
  if (typeof payout === 'string') return [payout]
  return payout.map(({ addr, ratio }) =>
    typeof ratio === 'number' ? `${addr} (${percentOfRate(String(ratio))}%)` : addr,
  )
}
