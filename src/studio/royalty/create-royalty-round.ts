import { ColdpressError } from '#values/errors/errors.ts'
import type { MintEstimate, MintRequest, RoyaltyConfirmation } from '#contract/mints/mint.ts'
import {
  buildRoyaltyRound,
  estimateRoyaltyRound,
  type RoyaltyRound,
} from '#cardano/transactions/build/build-royalty-round.ts'
import { readChainState, type MintChainState, withFunds } from '../mints/build-context.ts'
import { requireChain } from '../mints/chain.ts'
import {
  fundingAddressOf,
  mintToBuild,
  requireUnchanged,
  requireUnminted,
} from '../mints/create-mint.ts'
import { estimateView } from '../mints/estimate-mint.ts'
import { requestedTokens, type RequestedToken } from '../mints/requested-tokens.ts'
import { reserveMint } from '../mints/reserve-mint.ts'
import { isOver, royaltyAmong } from '../mints/policy-royalty.ts'
import { findRoyalty } from '../mints/royalty-store.ts'
import { signHere } from '../mints/sign.ts'
import { requireNoneSignable, requireSingleRoyalty } from '../mints/still-signable.ts'
import {
  hasOpenTokenMint,
  latestRoyaltyMint,
  mintTransactions,
  type MintRow,
} from '../mints/store.ts'
import { isSent, withdrawMint } from '../mints/withdraw-mint.ts'
import { untilInputsAreFree } from '../mints/until-inputs-are-free.ts'
import type { Studio } from '../options.ts'
import { royaltyRoundOrder, sealOrder } from '../seals/orders.ts'
import { requireCollection } from '../seals/require-collection.ts'
import { requireTokens } from '../tokens/tokens.ts'
import {
  royaltyReceiverOf,
  requireShown,
  royaltyCollection,
  tokensFirst,
  type WithRoyalty,
} from './royalty.ts'
import { royaltyConfirmationOf } from './royalty-confirmation.ts'

export type RoundRequest = MintRequest & { readonly royalty: RoyaltyConfirmation }

export const isRoundRequest = (request: MintRequest): request is RoundRequest =>
  request.royalty !== undefined

/**
 * Builds the royalty token and a mint as one: signed together, sent in order, and the tokens' inputs
 * come from the royalty's transaction, so that none of them can be on chain without it. The request
 * confirms the royalty.
 * @returns the mint's id
 * @throws ColdpressError as `createMint`; `conflict` for another royalty than was shown, and where
 * the royalty token is minted or under way
 */
export const createRoyaltyRound = async (
  studio: Studio,
  collectionId: string,
  request: RoundRequest,
  replaces?: string,
): Promise<string> => {
  const collection = royaltyCollection(studio, collectionId)
  requireChain(studio)
  await requireCollection(studio, collection)
  requireShown(collection, request.royalty)
  return untilInputsAreFree(async () => {
    const {
      chain: chainState,
      tokens,
      round,
      replaced,
    } = await preparedRound(studio, collection, request)
    requireUnminted(tokens, chainState)
    await requireTokens(
      studio,
      tokens.map(({ row }) => row),
    )
    const built = withFunds(chainState, () => buildRoyaltyRound(chainState.context, round))
    const id = studio.nextId()
    const royaltyTo = royaltyReceiverOf(collection)
    const receivers = [chainState.context.funding.changeAddress]
    const { hold: held = false } = request
    const order = await sealOrder(
      studio,
      royaltyRoundOrder(id, collection, { built, tokens, receivers, held, royaltyTo }),
    )
    const noteConfirmed = await royaltyConfirmationOf(studio, collection)
    // Nothing awaits from here to the end of the transaction: the stored build must match the
    // current rows.
    studio.database.transact(() => {
      requireUnchanged(tokens, requestedTokens(studio, collection, request))
      requireShown(royaltyCollection(studio, collectionId), request.royalty)
      if (royaltyToReplace(studio, collection)?.id !== replaced?.id) throw changedMeanwhile()
      if (replaced !== undefined) withdrawMint(studio, replaced.id)
      requireSingleRoyalty(studio, collection, { built, chain: chainState })
      const names = tokens.map(({ row }) => row.asset_name)
      requireNoneSignable(studio, collection, names, { built, chain: chainState })
      noteConfirmed()
      const { dated } = chainState
      reserveMint(studio, collection, order, {
        built,
        tokens,
        dated,
        withRoyalty: true,
        replaces,
        validFor: request.valid_for_seconds,
      })
    })
    await signHere(studio, id)
    return id
  })
}

/** What a round would ask now. @throws as `estimateMintOf` */
export const estimateRoyaltyRoundOf = async (
  studio: Studio,
  collectionId: string,
  request: RoundRequest,
  signal?: AbortSignal,
): Promise<MintEstimate> => {
  const collection = royaltyCollection(studio, collectionId)
  const {
    chain: chainState,
    tokens,
    round,
  } = await untilInputsAreFree(() => preparedRound(studio, collection, request))
  const estimate = await estimateRoyaltyRound(chainState.context, round, signal)
  return estimateView(tokens.length, chainState.context, estimate)
}

type PreparedRound = {
  readonly chain: MintChainState
  readonly tokens: readonly RequestedToken[]
  readonly round: RoyaltyRound
  /** Withdrawn in the database transaction that stores the round. */
  readonly replaced: MintRow | undefined
}

const preparedRound = async (
  studio: Studio,
  collection: WithRoyalty,
  request: RoundRequest,
): Promise<PreparedRound> => {
  const replaced = royaltyToReplace(studio, collection)
  const spends = new Set(
    replaced === undefined
      ? []
      : mintTransactions(studio.database, replaced.id).flatMap(({ inputs }) =>
          inputs.map(({ tx_id: txId, index }) => `${txId}#${index}`),
        ),
  )
  requestedTokens(studio, collection, request)
  const chainState = await readChainState(studio, {
    policyId: collection.policy_id,
    fundingAddress: await fundingAddressOf(studio, collection, request),
    freed: spends,
    validForSeconds: request.valid_for_seconds,
  })
  // Minted by another tool, it is noted, and the next line says so.
  await royaltyAmong(studio, collection, chainState)
  // Paid meanwhile, the royalty may have been built by itself with these funds.
  if (royaltyToReplace(studio, collection)?.id !== replaced?.id) throw changedMeanwhile()
  const tokens = requestedTokens(studio, collection, request)
  const mint = mintToBuild(collection, request, tokens, chainState.context.slot)
  const royalty = {
    policy: mint.policy,
    royalty: collection.royalty,
    address: royaltyReceiverOf(collection),
    minted: chainState.minted,
  }
  return { chain: chainState, tokens, round: { royalty, mint, spends }, replaced }
}

/**
 * The royalty token must be neither minted nor sent, and no token before it. One that was built by
 * itself, because it was paid for, and waits for signatures gives way to the round.
 * @throws ColdpressError `conflict`
 */
const royaltyToReplace = (
  studio: Studio,
  { policy_id: policyId }: WithRoyalty,
): MintRow | undefined => {
  const { database } = studio
  if (findRoyalty(database, policyId) !== undefined)
    throw new ColdpressError(
      'conflict',
      'royalty: its token is minted already. Mint the tokens without it.',
    )
  const mint = latestRoyaltyMint(database, policyId)
  const isOpen = mint !== undefined && !isOver(mint)
  const isParked =
    mint?.kind === 'royalty' &&
    mint.status === 'awaiting_witnesses' &&
    !requireChain(studio).submissions.of(mint.id).some(isSent)
  if (isOpen && !isParked)
    throw new ColdpressError(
      'conflict',
      `royalty: its token is under way in mint ${mint.id}. Wait until it is minted, or cancel that mint and build this one again.`,
    )
  if (hasOpenTokenMint(database, policyId)) throw new ColdpressError('conflict', tokensFirst)
  return isOpen ? mint : undefined
}

/** `ref` lets it be built again at once, as for an input that was reserved meanwhile. */
const changedMeanwhile = (): ColdpressError =>
  new ColdpressError(
    'conflict',
    'royalty: its token was built or cancelled while the round was built. Try again.',
    { details: { ref: 'royalty' } },
  )
