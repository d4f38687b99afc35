import { royaltyTermsOf, royaltyText } from '#contract/royalty/royalty-text.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type {
  RoyaltyConfirmation,
  RoyaltyConfirmationRequest,
  RoyaltyView,
} from '#contract/mints/mint.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import type { TxId } from '#cardano/ids.ts'
import type { Account } from '../accounts/accounts.ts'
import type { MintingClient } from '../api/client.ts'
import type { Asks, Question } from '../asks.ts'
import { withSigner } from '../signing/signature-question.ts'
import {
  type RehearsalOptions,
  type Rehearsing,
  requireMintRehearsal,
} from './rehearsal/rehearsal-state.ts'
import { spendTestWallet } from './test-wallet.ts'

/** What a collection's royalty token will say; empty where the collection has none. */
export const shownTermsOf = (collection: Pick<Collection, 'royalty'>): RoyaltyConfirmation =>
  royaltyTermsOf(collection) ?? { rate: '', address: '' }

type Asking = { readonly account: Account; readonly asks: Asks }

/**
 * Asks for the terms of a royalty, once: its token is minted when it is paid, without another question.
 * @param collection its ID, or the name of one that is not made yet
 * @param mintedOnce what has its token minted: its payment, or the signature of a round
 * @throws ColdpressError as `Asks.confirm`
 */
export const confirmRoyaltyTerms = (
  { account, asks }: Asking,
  collection: string,
  terms: RoyaltyConfirmation,
  mintedOnce: 'paid' | 'signed' = 'paid',
): Promise<void> =>
  asks.confirm(withSigner(account, confirmRoyaltyQuestion(collection, terms, mintedOnce)))

/**
 * Confirms the royalty of a collection. On mainnet its token is rehearsed before.
 * @throws ColdpressError as `requireMintRehearsal`, `Asks.confirm` and the client
 */
export const confirmCollectionRoyalty = async (
  context: Asking & Rehearsing & { readonly client: Pick<MintingClient, 'confirmRoyalty'> },
  collectionId: string,
  confirmation: RoyaltyConfirmationRequest,
  options: RehearsalOptions,
): Promise<RoyaltyView> => {
  context.asks.canConfirm('confirm_royalty')
  await requireMintRehearsal(context, { collectionId, tokens: [] }, 'royalty', options)
  await confirmRoyaltyTerms(context, collectionId, confirmation)
  return context.client.confirmRoyalty(collectionId, confirmation)
}

/** Changes how much time there is to sign. That confirms nothing: only a confirmed royalty has a time. */
export const setRoyaltyTime = async (
  client: Pick<MintingClient, 'getRoyalty' | 'getCollection' | 'confirmRoyalty'>,
  collectionId: string,
  seconds: number,
): Promise<RoyaltyView> => {
  const royalty = await client.getRoyalty(collectionId)
  const terms = royaltyTermsOf(await client.getCollection(collectionId))
  return royalty.confirmed && terms !== null
    ? client.confirmRoyalty(collectionId, { ...terms, valid_for_seconds: seconds })
    : royalty
}

/**
 * Has the service mint a royalty token again whose mint failed.
 * @throws ColdpressError as `Asks.confirm` and the client
 */
export const retryRoyalty = async (
  { client, account, asks }: Asking & { readonly client: Pick<MintingClient, 'mintRoyalty'> },
  collectionId: string,
): Promise<RoyaltyView> => {
  await asks.confirm(withSigner(account, mintRoyaltyQuestion(collectionId)))
  return client.mintRoyalty(collectionId)
}

/**
 * Pays for a royalty token out of the devnet's test wallet.
 * @returns undefined where nothing is to be paid
 * @throws ColdpressError as `spendTestWallet`
 */
export const payRoyalty = async (
  target: Parameters<typeof spendTestWallet>[0],
  { status, address, amount }: RoyaltyView,
  options: Parameters<typeof spendTestWallet>[3],
): Promise<TxId | undefined> =>
  status === 'unpaid' && address !== null && amount !== null
    ? spendTestWallet(target, address, BigInt(amount), options)
    : undefined

const onceMinted = {
  paid: 'The token is minted as soon as it is paid for.',
  signed: 'The token is minted first in this round, once you sign it.',
} as const

const confirmRoyaltyQuestion = (
  collection: string,
  terms: RoyaltyConfirmation,
  mintedOnce: keyof typeof onceMinted,
): Question => ({
  kind: 'confirm_royalty',
  question: 'Confirm a royalty?',
  lines: [
    `Collection: ${collection}`,
    `Royalty: ${royaltyText(terms)}`,
    ...receiverWarnings('royalty address', [terms.address]),
    `Its rate and its address can never be changed once its token is minted. ${onceMinted[mintedOnce]}`,
  ],
  yes: 'Confirm the royalty',
})

const mintRoyaltyQuestion = (collectionId: string): Question => ({
  kind: 'mint_royalty',
  question: 'Mint a royalty token?',
  lines: [`Collection: ${collectionId}`, 'A royalty token cannot be changed once it is minted.'],
  yes: 'Mint the token',
})
