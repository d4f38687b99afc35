import type { ConfirmingContext } from '../confirm/confirmations.ts'
import { confirmHosted } from '../confirm/hosted-service.ts'
import type { HandlersOf } from '../services-deps.ts'
import { payRoyalty, royaltyFacts } from './mint-royalty.ts'

type Place = { readonly accountId: string; readonly collectionId: string }

type Royalty = 'minting.royalty' | 'minting.payRoyalty' | 'minting.retryRoyalty'

/** The calls about a collection's royalty token. */
export const royaltyHandlers = (deps: ConfirmingContext): Pick<HandlersOf<'minting'>, Royalty> => {
  const { core, log } = deps
  const show = async ({ accountId, collectionId }: Place, again = false) => {
    const client = await core.accounts.client(accountId)
    const { royalty, network } = await client.getCollection(collectionId)
    if (royalty === undefined || royalty === null) return null
    const view = await (again ? client.mintRoyalty(collectionId) : client.getRoyalty(collectionId))
    return royaltyFacts(core, core.accounts.get(accountId), network, view)
  }
  return {
    'minting.royalty': (place) => show(place),
    'minting.payRoyalty': async (place) => {
      const { accountId, collectionId } = place
      const client = await core.accounts.client(accountId)
      await payRoyalty(core, core.accounts.get(accountId), client, collectionId)
      log({
        level: 'info',
        kind: 'collection',
        message: 'A royalty token was paid for out of the test wallet.',
        details: { accountId, collectionId },
      })
      return show(place)
    },
    'minting.retryRoyalty': async (place) => {
      await confirmHosted(deps, core.accounts.get(place.accountId), {
        question: 'Mint a royalty token?',
        facts: [
          `Collection: ${place.collectionId}`,
          'A royalty token cannot be changed once it is minted.',
        ],
        yes: 'Mint the token',
      })
      return show(place, true)
    },
  }
}
