import { isDeepStrictEqual } from 'node:util'
import { ColdpressError } from '#values/errors/errors.ts'
import type { MintRequest } from '#contract/mints/mint.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { nameHexOf } from '#cardano/value.ts'
import type { Studio } from '../options.ts'
import {
  hasItsRoyalty,
  requireFirstRoyalty,
  requireItsRoyalty,
  requireOpen,
} from './royalty-state.ts'
import { orderOf, sealOrder } from '../seals/orders.ts'
import { requireCollection } from '../seals/require-collection.ts'
import { type CollectionRow, existingCollection } from '../store/collections.ts'
import { metadataOf } from '../tokens/token-view.ts'
import { requireTokens } from '../tokens/tokens.ts'
import { readChainState, type MintChainState, withFunds } from './build-context.ts'
import { requireChain } from './chain.ts'
import { mintPolicyOf } from './choose-signers.ts'
import { paymentKeyOf } from './payment-key.ts'
import { signHere } from './sign.ts'
import { requireNoneSignable } from './still-signable.ts'
import { reserveMint } from './reserve-mint.ts'
import { untilInputsAreFree } from './until-inputs-are-free.ts'
import { onChainAlready, requestedTokens, type RequestedToken } from './requested-tokens.ts'

/**
 * Builds a mint, reserves its tokens and inputs, stores all of it, then signs what the vault can
 * sign.
 * @param replaces the mint whose time ended, in whose place it is built
 * @returns the mint's id
 * @throws ColdpressError `not_found`, `invalid`, `conflict`, `too_large`; of the vault's store and
 * of the gateway
 */
export const createMint = async (
  studio: Studio,
  collectionId: string,
  request: MintRequest,
  replaces?: string,
): Promise<string> => {
  const collection = existingCollection(studio, collectionId)
  requireChain(studio)
  await requireCollection(studio, collection)
  // Read first: a royalty token that another tool minted opens the collection, too.
  const hasRoyalty = await hasItsRoyalty(studio, collection)
  requireOpen(studio, collection)
  requireItsRoyalty(collection, hasRoyalty)
  requestedTokens(studio, collection, request)
  const fundingAddress = await fundingAddressOf(studio, collection, request)
  return untilInputsAreFree(async () => {
    const chainState = await readChainState(studio, {
      policyId: collection.policy_id,
      fundingAddress,
      validForSeconds: request.valid_for_seconds,
    })
    const tokens = requestedTokens(studio, collection, request)
    requireFirstRoyalty(studio, collection, chainState.minted)
    requireUnminted(tokens, chainState)
    await requireTokens(
      studio,
      tokens.map(({ row }) => row),
    )
    const { context } = chainState
    const wanted = mintToBuild(collection, request, tokens, context.slot)
    const built = withFunds(chainState, () => buildMint(context, wanted))
    const id = studio.nextId()
    const receivers = [context.funding.changeAddress]
    const { hold: held = false } = request
    const order = await sealOrder(
      studio,
      orderOf(id, collection, 'tokens', { built, tokens, receivers, held }),
    )
    // Nothing awaits from here to the end of the transaction: the stored build must match the
    // current rows.
    requireUnchanged(tokens, requestedTokens(studio, collection, request))
    requireFirstRoyalty(studio, collection, chainState.minted)
    const names = tokens.map(({ row }) => row.asset_name)
    requireNoneSignable(studio, collection, names, { built, chain: chainState })
    reserveMint(studio, collection, order, {
      built,
      tokens,
      dated: chainState.dated,
      replaces,
      validFor: request.valid_for_seconds,
    })
    await signHere(studio, id)
    return id
  })
}

/** Tokens may have been changed, added or reserved while the order was sealed. */
export const requireUnchanged = (
  built: readonly RequestedToken[],
  now: readonly RequestedToken[],
): void => {
  if (isDeepStrictEqual(built, now)) return
  throw new ColdpressError(
    'conflict',
    'tokens: they were changed while the mint was built. Try again.',
  )
}

export const fundingAddressOf = async (
  studio: Studio,
  { id }: CollectionRow,
  { funding = 'own' }: Pick<MintRequest, 'funding'>,
): Promise<string> =>
  funding === 'own' ? (await paymentKeyOf(studio, id)).address : funding.address

/** Rejects tokens that were minted elsewhere. */
export const requireUnminted = (
  tokens: readonly RequestedToken[],
  { minted }: MintChainState,
): void => {
  const there = new Set(
    minted.filter(({ quantity }) => quantity > 0n).map(({ unit }) => nameHexOf(unit)),
  )
  const doubled = tokens.filter(({ row }) => there.has(Buffer.from(row.asset_name).toString('hex')))
  if (doubled.length > 0) throw onChainAlready(doubled.map(({ row }) => row.asset_name))
}

/** The tokens with their metadata, and the policy with those who sign for it at `slot`. */
export const mintToBuild = (
  collection: CollectionRow,
  { signers }: MintRequest,
  tokens: readonly RequestedToken[],
  slot: bigint,
): Parameters<typeof buildMint>[1] => {
  const metadata = metadataOf(collection)
  return {
    policy: mintPolicyOf(collection, signers, slot),
    tokens: tokens.map(({ row, address }) => ({
      assetName: Buffer.from(row.asset_name),
      metadata: metadata(row),
      address,
    })),
  }
}
