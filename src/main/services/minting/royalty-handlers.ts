import { royaltyTermsOf, royaltyText } from '#contract/royalty/royalty-text.ts'
import type { RoyaltyConfirmation } from '#contract/mints/mint.ts'
import type { Account } from '#app/accounts/accounts.ts'
import { openMintingAccount } from '#app/mints/minting-account.ts'
import { confirmRoyaltyQuestion, mintRoyaltyQuestion } from '#app/mints/royalty-in-place.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import { confirmOutsideDevnet } from '../confirm/outside-devnet.ts'
import type { WindowHandlersOf } from '../services-deps.ts'
import { requireMintRehearsal } from '#app/mints/rehearsal/rehearsal-state.ts'
import { describeRoyalty } from '#app/mints/show-mint.ts'
import { spendTestWallet } from '#app/mints/test-wallet.ts'

/** What the question says of the account. */
type Known = { readonly get: (id: string) => Pick<Account, 'chain' | 'baseUrl'> }

type CollectionRef = { readonly accountId: string; readonly collectionId: string }

type Royalty =
  | 'minting.royalty'
  | 'minting.payRoyalty'
  | 'minting.confirmRoyalty'
  | 'minting.retryRoyalty'
  | 'minting.setRoyaltyTime'

/**
 * A royalty token can never be changed, so outside the devnet its terms are confirmed outside the page.
 * @throws ColdpressError as `Confirmations.ask`
 */
export const confirmRoyaltyOutsideDevnet = (
  deps: Pick<ConfirmingContext, 'confirmations'> & {
    readonly app: { readonly accounts: Known }
  },
  { accountId, collectionId }: CollectionRef,
  terms: RoyaltyConfirmation,
): Promise<void> =>
  confirmOutsideDevnet(
    deps,
    deps.app.accounts.get(accountId),
    confirmRoyaltyQuestion(collectionId, terms),
  )

/** Its block comes within a second; a stopped chain must not block the window. */
export const testWalletPatience = { patience: 10_000 }

/** Handlers of the calls about a collection's royalty token. */
export const royaltyHandlers = (
  deps: ConfirmingContext,
): Pick<WindowHandlersOf<'minting'>, Royalty> => {
  const { app, log } = deps
  const show = async ({ accountId, collectionId }: CollectionRef, again = false) => {
    const client = await app.accounts.client(accountId)
    const collection = await client.getCollection(collectionId)
    if (collection.royalty === undefined || collection.royalty === null) return null
    const view = await (again ? client.mintRoyalty(collectionId) : client.getRoyalty(collectionId))
    return describeRoyalty(app, app.accounts.get(accountId), collection, view)
  }
  return {
    'minting.royalty': (collectionRef) => show(collectionRef),
    'minting.payRoyalty': async (collectionRef) => {
      const { accountId, collectionId } = collectionRef
      const minting = await openMintingAccount(app, accountId)
      const { status, address, amount } = await minting.client.getRoyalty(collectionId)
      if (status === 'unpaid' && address !== null && amount !== null)
        await spendTestWallet(minting, address, BigInt(amount), testWalletPatience)
      log({
        level: 'info',
        kind: 'collection',
        message: 'A royalty token was paid for out of the test wallet.',
        details: { accountId, collectionId },
      })
      return show(collectionRef)
    },
    'minting.confirmRoyalty': async ({ rate, address, skipsRehearsal, ...collectionRef }) => {
      const { accountId, collectionId } = collectionRef
      const minting = await openMintingAccount(app, accountId)
      if (skipsRehearsal !== true)
        await requireMintRehearsal(minting, { collectionId, tokens: [] }, 'royalty')
      await confirmRoyaltyOutsideDevnet(deps, collectionRef, { rate, address })
      const { client } = minting
      await client.confirmRoyalty(collectionId, { rate, address })
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
      const { confirmed } = await client.getRoyalty(collectionId)
      const terms = royaltyTermsOf(await client.getCollection(collectionId))
      // Nothing is confirmed by that: only one that was confirmed has a time.
      if (terms !== null && confirmed)
        await client.confirmRoyalty(collectionId, { ...terms, valid_for_seconds: validForSeconds })
      return show(collectionRef)
    },
    'minting.retryRoyalty': async (collectionRef) => {
      await confirmOutsideDevnet(
        deps,
        app.accounts.get(collectionRef.accountId),
        mintRoyaltyQuestion(collectionRef.collectionId),
      )
      return show(collectionRef, true)
    },
  }
}
