import type { BurnRequest, MintEstimate } from '#contract/mints/mint.ts'
import type { KeyHash } from '#cardano/ids.ts'
import {
  buildBurn,
  type BurnToBuild,
  estimateBurn,
} from '#cardano/transactions/build/build-burn.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import { policyValidity } from '#cardano/transactions/build/validity.ts'
import type { Studio } from '../options.ts'
import { burnOrder, sealOrder } from '../seals/orders.ts'
import { requireCollection } from '../seals/require-collection.ts'
import { type CollectionRow, existingCollection } from '../store/collections.ts'
import { withFunds } from './build-context.ts'
import {
  type BurnSummary,
  summarizeBurn,
  type LocatedToken,
  locatedTokens,
} from './burn-summary.ts'
import { mintPolicyOf } from './choose-signers.ts'
import { estimateView } from './estimate-mint.ts'
import { reserveMint } from './reserve-mint.ts'
import { signHere } from './sign.ts'
import { tokensInBurns } from './store.ts'
import { tokensToBurn } from './tokens-to-burn.ts'
import { untilInputsAreFree } from './until-inputs-are-free.ts'

/**
 * Builds a burn and stores it like a mint, then signs what the vault can sign. Its tokens stay
 * `COMPLETED` until it is confirmed.
 * @param replaces the burn whose time ended, in whose place it is built
 * @returns its id, as that of a mint
 * @throws ColdpressError `not_found`, `invalid`, `conflict`, `too_large`; of the vault's store and
 * of the gateway
 */
export const createBurn = async (
  studio: Studio,
  collectionId: string,
  request: BurnRequest,
  replaces?: string,
): Promise<string> => {
  const collection = existingCollection(studio, collectionId)
  await requireCollection(studio, collection)
  return untilInputsAreFree(async () => {
    const { details: burnSummary, tokens, burn } = await preparedBurn(studio, collection, request)
    const built = withFunds(burnSummary, () => buildBurn(burnSummary.context, burn))
    const id = studio.nextId()
    const { addresses, context, dated } = burnSummary
    const payer = context.funding.changeAddress
    const ownerKeys = await keysHere(studio, [payer, ...addresses])
    const order = await sealOrder(
      studio,
      burnOrder(id, collection, { built, payer, addresses, held: request.hold === true }),
    )
    // Nothing awaits from here to the end of the transaction.
    tokensToBurn(studio, collection, request.tokens)
    const take = ({ id: tokenId }: { readonly id: string }): boolean =>
      tokensInBurns(studio.database, [tokenId]).length === 0
    reserveMint(studio, collection, order, {
      built,
      tokens,
      dated,
      take,
      payer,
      ownerKeys,
      replaces,
      validFor: request.valid_for_seconds,
    })
    await signHere(studio, id)
    return id
  })
}

/**
 * What a burn of this request would ask now: built as the burn itself, and thrown away.
 * @throws ColdpressError as {@link createBurn}, except that missing ADA is part of the answer; the
 * signal's reason
 */
export const estimateBurnOf = async (
  studio: Studio,
  collectionId: string,
  request: BurnRequest,
  signal?: AbortSignal,
): Promise<MintEstimate> => {
  const collection = existingCollection(studio, collectionId)
  const { details: burnSummary, tokens, burn } = await preparedBurn(studio, collection, request)
  return estimateView(
    tokens.length,
    burnSummary.context,
    await estimateBurn(burnSummary.context, burn, signal),
  )
}

type PreparedBurn = {
  readonly details: BurnSummary
  readonly tokens: readonly LocatedToken[]
  readonly burn: BurnToBuild
}

/** A locked policy is named before anything else about the chain. */
const preparedBurn = async (
  studio: Studio,
  collection: CollectionRow,
  request: BurnRequest,
): Promise<PreparedBurn> => {
  const rows = tokensToBurn(studio, collection, request.tokens)
  const burnSummary = await summarizeBurn(studio, collection, request)
  const policy = mintPolicyOf(collection, request.signers, burnSummary.context.slot)
  policyValidity(burnSummary.context, policy)
  const tokens = await locatedTokens(studio, collection, rows, burnSummary)
  const burned = tokens.map(({ row, quantity }) => ({
    assetName: Buffer.from(row.asset_name),
    quantity,
  }))
  return {
    details: burnSummary,
    tokens,
    burn: { policy, tokens: burned, holders: burnSummary.holders },
  }
}

/** The keys of addresses that this vault has. */
const keysHere = async (
  { keys }: Pick<Studio, 'keys'>,
  addresses: readonly string[],
): Promise<readonly KeyHash[]> => {
  const keyHashes = [...new Set(addresses.flatMap((address) => keyOfPayment(address) ?? []))]
  const missing = new Set((await keys.availability({ keyHashes })).missing)
  return keyHashes.filter((keyHash) => !missing.has(keyHash))
}
