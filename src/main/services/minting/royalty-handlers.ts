import { royaltyText } from '#contract/royalty/royalty-text.ts'
import type { RoyaltyView } from '#contract/mints/mint.ts'
import { openMintingAccount } from '#app/mints/minting-account.ts'
import {
  confirmCollectionRoyalty,
  payRoyalty,
  retryRoyalty,
  setRoyaltyTime,
} from '#app/mints/confirm-royalty.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import { asksOutsidePage } from '../confirm/outside-devnet.ts'
import type { WindowHandlersOf } from '../services-deps.ts'
import { describeRoyalty } from '#app/mints/show-mint.ts'

type CollectionRef = { readonly accountId: string; readonly collectionId: string }

type Royalty =
  | 'minting.royalty'
  | 'minting.payRoyalty'
  | 'minting.confirmRoyalty'
  | 'minting.retryRoyalty'
  | 'minting.setRoyaltyTime'

/** Its block comes within a second; a stopped chain must not block the window. */
export const testWalletPatience = { patience: 10_000 }

/** Handlers of the calls about a collection's royalty token. */
export const royaltyHandlers = (
  deps: ConfirmingContext,
): Pick<WindowHandlersOf<'minting'>, Royalty> => {
  const { app, log } = deps
  const open = async ({ accountId }: CollectionRef) => {
    const minting = await openMintingAccount(app, accountId)
    return { ...minting, asks: asksOutsidePage(deps, minting.account) }
  }
  const show = async ({ accountId, collectionId }: CollectionRef, royalty?: RoyaltyView) => {
    const client = await app.accounts.client(accountId)
    const collection = await client.getCollection(collectionId)
    if (collection.royalty === undefined || collection.royalty === null) return null
    const view = royalty ?? (await client.getRoyalty(collectionId))
    return describeRoyalty(app, app.accounts.get(accountId), collection, view)
  }
  return {
    'minting.royalty': (collectionRef) => show(collectionRef),
    'minting.payRoyalty': async (collectionRef) => {
      const { accountId, collectionId } = collectionRef
      const minting = await open(collectionRef)
      const royalty = await minting.client.getRoyalty(collectionId)
      await payRoyalty(minting, royalty, testWalletPatience)
      log({
        level: 'info',
        kind: 'collection',
        message: 'Royalty token paid from the test wallet.',
        details: { accountId, collectionId },
      })
      return show(collectionRef)
    },
    'minting.confirmRoyalty': async ({ rate, address, skipsRehearsal, ...collectionRef }) => {
      const { accountId, collectionId } = collectionRef
      await confirmCollectionRoyalty(
        await open(collectionRef),
        collectionId,
        { rate, address },
        { skipsRehearsal },
      )
      log({
        level: 'info',
        kind: 'collection',
        message: `A royalty was confirmed: ${royaltyText({ rate, address })}.`,
        details: { accountId, collectionId },
      })
      return show(collectionRef)
    },
    'minting.setRoyaltyTime': async ({ validForSeconds, ...collectionRef }) => {
      const { accountId, collectionId } = collectionRef
      const client = await app.accounts.client(accountId)
      return show(collectionRef, await setRoyaltyTime(client, collectionId, validForSeconds))
    },
    'minting.retryRoyalty': async (collectionRef) => {
      const minting = await open(collectionRef)
      return show(collectionRef, await retryRoyalty(minting, collectionRef.collectionId))
    },
  }
}
