import type { RoyaltyRequest } from '#contract/collections/collection.ts'
import { isSameRoyalty, royaltyText } from '#contract/royalty/royalty-text.ts'
import { royaltyErrors } from '#cardano/collection-errors.ts'
import { royaltyTerms } from '#cardano/royalty.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { isOver } from '../mints/policy-royalty.ts'
import { findRoyalty } from '../mints/royalty-store.ts'
import { latestRoyaltyMint } from '../mints/store.ts'
import type { Studio } from '../options.ts'
import { invalidRequest } from '../server/errors.ts'
import type { CollectionRow } from '../store/collections.ts'
import { readRoyalty, requireImpossible, royaltyCollection } from './royalty.ts'

/** What a change makes of a royalty: undefined leaves it as it is. */
export type RoyaltyCorrection = {
  readonly royalty: RoyaltyRequest | null | undefined
  readonly warnings: readonly string[]
}

const unchanged: RoyaltyCorrection = { royalty: undefined, warnings: [] }

/**
 * A royalty can be corrected until its token is paid for or sent, and given up once its token can never
 * be minted. One that is minted stays what it is (CIP-27): the answer warns of what was ignored.
 * @throws ColdpressError `not_found`, `invalid`, `conflict`; as {@link readRoyalty}
 */
export const correctRoyalty = async (
  studio: Studio,
  collectionId: string,
  asked: RoyaltyRequest | null | undefined,
  ownOrigin: string,
): Promise<RoyaltyCorrection> => {
  if (asked === undefined) return unchanged
  if (asked === null) {
    await requireImpossible(studio, collectionId, ownOrigin)
    return { royalty: null, warnings: [] }
  }
  const collection = royaltyCollection(studio, collectionId)
  const errors = royaltyErrors(asked, studio.network)
  if (errors.length > 0)
    throw invalidRequest(errors.map(({ path, message }) => `${path}: ${message}`))
  const terms = royaltyTerms(asked)
  if (isSameRoyalty(royaltyTerms(collection.royalty), terms)) return unchanged
  const view = await readRoyalty(studio, collection, ownOrigin)
  const minted = findRoyalty(studio.database, collection.policy_id)
  if (minted !== undefined) {
    if (minted.terms !== null && isSameRoyalty(minted.terms, terms)) return unchanged
    const warning = `royalty: its token is minted, so it stays as it is (CIP-27). What was sent is ignored: ${royaltyText(terms)}.`
    return { royalty: undefined, warnings: [warning] }
  }
  if (view.status === 'awaiting_witnesses' || view.status === 'minting')
    throw underWay(view.mint_id)
  // An amount is asked for as long as what is there does not suffice.
  const isPaid = view.status !== 'impossible' && view.paid !== null && view.amount === null
  if (!isPaid) return { royalty: asked, warnings: [] }
  throw new ColdpressError(
    'conflict',
    'royalty: its token is paid for, so it cannot be corrected any more. Where the token was not minted, withdraw the payment first.',
  )
}

/**
 * The same once more, without the chain: nothing awaits between this and the change.
 * @throws ColdpressError `conflict`
 */
export const requireNotSent = (
  { database }: Pick<Studio, 'database'>,
  { policy_id: policyId }: Pick<CollectionRow, 'policy_id'>,
): void => {
  const mint = latestRoyaltyMint(database, policyId)
  if (mint !== undefined && !isOver(mint)) throw underWay(mint.id)
}

const underWay = (mintId: string | null): ColdpressError =>
  new ColdpressError(
    'conflict',
    `royalty: its token is under way in mint ${mintId}, so it cannot be corrected. Cancel that mint first, as long as it is not sent.`,
  )
