import { addressPieces, isSameRoyalty } from '#contract/royalty/royalty-text.ts'
import type { WholeCollection, RoyaltyRequest } from '#contract/collections/collection.ts'
import { wireNetwork } from '#cardano/network.ts'
import { royaltyMetadata, type RoyaltyMetadata, royaltyTerms } from '#cardano/royalty.ts'
import type { Database } from '#platform/db/database.ts'
import type { PolicyRoyalty } from '#chain/gateway/policy-royalty.ts'
import { collectionWarnings } from './collection-warnings.ts'
import { findRoyalty, findRoyaltyCost } from '../mints/royalty-store.ts'
import type { Studio } from '../options.ts'
import { exportedPolicyView } from '../policies/policy.ts'
import { awaitingField } from '../seals/awaiting.ts'
import { collectionStatement } from '../seals/statements.ts'
import { royaltyLink } from '../royalty/royalty.ts'
import { saleCounters } from '../sales/show/counters.ts'
import type { CollectionRow } from '../store/collections.ts'
import { countTokens } from '../store/tokens.ts'

/**
 * A collection as the interface answers it.
 * @param ownOrigin of the server on loopback: no other has the page of a royalty
 */
export const collectionView = (
  studio: Pick<Studio, 'database' | 'network' | 'seals'>,
  row: CollectionRow,
  ownOrigin: string,
): WholeCollection => {
  const counts = countTokens(studio.database, row.id)
  const all = counts.values().reduce((sum, count) => sum + count, 0)
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    description: row.description,
    payout_address: row.payout_address,
    network: wireNetwork(studio.network),
    token_count: all,
    token_for_sale_count: counts.get('FOR_SALE') ?? 0,
    token_minted_count: counts.get('COMPLETED') ?? 0,
    ...burnedCount(counts.get('BURNED') ?? 0),
    ...saleCounters(studio.database, row.id),
    policy: exportedPolicyView(row),
    metadata: { version: '1.0', ...row.metadata, label: '721' },
    ...royaltyView(studio, row, ownOrigin),
    reservation_time: row.reservation_time,
    rarity_published: row.rarity_published,
    cover: row.cover,
    creator: row.creator,
    ...awaitingField(studio, [collectionStatement(studio.network, row)]),
    ...collectionWarnings(studio, row),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

const burnedCount = (burned: number): Pick<WholeCollection, 'token_burned_count'> =>
  burned === 0 ? {} : { token_burned_count: burned }

/**
 * Present only when a royalty was sent (interface, "Collection (response)"). Once its token is minted
 * the chain says what it is, not the request.
 */
const royaltyView = (
  { database }: Pick<Studio, 'database'>,
  row: CollectionRow,
  ownOrigin: string,
): Pick<WholeCollection, 'royalty' | 'royalty_sale_info' | 'payment_link'> => {
  if (row.royalty === null) return {}
  const found = findRoyalty(database, row.policy_id)
  const royalty =
    found === undefined
      ? { metadata: royaltyMetadata(row.royalty) }
      : { ...onChain(found, row.royalty), tx_id: found.txId }
  return {
    royalty,
    payment_link: royaltyLink(ownOrigin, row.id),
    ...(found === undefined ? {} : { royalty_sale_info: saleInfoOf(database, found, row) }),
  }
}

/** What its transaction cost, if it was built here. */
const saleInfoOf = (
  database: Database,
  found: PolicyRoyalty,
  { policy_id: policyId }: CollectionRow,
): WholeCollection['royalty_sale_info'] => {
  const cost = findRoyaltyCost(database, found, policyId)
  return { tx_id: found.txId, tx_fee: cost?.fee ?? null, nft_fee: cost?.withToken ?? null }
}

/** The pieces of the address are those of the request where both say the same. */
const onChain = (
  { terms }: PolicyRoyalty,
  requested: RoyaltyRequest,
): { readonly metadata?: RoyaltyMetadata } => {
  if (terms === null) return {}
  if (isSameRoyalty(terms, royaltyTerms(requested))) return { metadata: royaltyMetadata(requested) }
  return { metadata: { '777': { addr: addressPieces(terms.address), rate: terms.rate } } }
}
