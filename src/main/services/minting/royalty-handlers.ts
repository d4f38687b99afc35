import { royaltyText } from '../../../shared/royalty-text.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import { confirmHosted } from '../confirm/hosted-service.ts'
import type { HandlersOf } from '../services-deps.ts'
import { payRoyalty, royaltyFacts } from './mint-royalty.ts'

type Place = { readonly accountId: string; readonly collectionId: string }

type Royalty =
  | 'minting.royalty'
  | 'minting.payRoyalty'
  | 'minting.confirmRoyalty'
  | 'minting.retryRoyalty'

/** The calls about a collection's royalty token. */
export const royaltyHandlers = (deps: ConfirmingContext): Pick<HandlersOf<'minting'>, Royalty> => {
  const { core, log } = deps
  const show = async ({ accountId, collectionId }: Place, again = false) => {
    const client = await core.accounts.client(accountId)
    const collection = await client.getCollection(collectionId)
    if (collection.royalty === undefined || collection.royalty === null) return null
    const view = await (again ? client.mintRoyalty(collectionId) : client.getRoyalty(collectionId))
    return royaltyFacts(core, core.accounts.get(accountId), collection, view)
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
    'minting.confirmRoyalty': async ({ rate, address, ...place }) => {
      const { accountId, collectionId } = place
      await confirmHosted(deps, core.accounts.get(accountId), {
        question: 'Confirm a royalty?',
        facts: [
          `Collection: ${collectionId}`,
          `Royalty: ${royaltyText({ rate, address })}`,
          'It can never be changed once its token is minted.',
        ],
        yes: 'Confirm the royalty',
      })
      const client = await core.accounts.client(accountId)
      await client.confirmRoyalty(collectionId, { rate, address })
      log({
        level: 'info',
        kind: 'collection',
        message: `A royalty was confirmed: ${royaltyText({ rate, address })}.`,
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
