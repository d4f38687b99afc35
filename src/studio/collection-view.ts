import type { Collection } from '#shared/wire/collection.ts'
import { wireNetwork } from '#core/cardano/network.ts'
import { royaltyMetadata } from '#core/cardano/royalty.ts'
import type { Studio } from './options.ts'
import { policyView } from './policy.ts'
import { awaiting } from './seals/awaiting.ts'
import { collectionStatement } from './seals/statements.ts'
import { royaltyLink } from './royalty/royalty.ts'
import { saleCounters } from './sales/counters.ts'
import type { CollectionRow } from './store/collections.ts'
import { countTokens } from './store/tokens.ts'

/**
 * A collection as the interface answers it.
 * @param ownOrigin of the server on loopback: no other has the page of a royalty
 */
export const collectionView = (
  studio: Pick<Studio, 'database' | 'network' | 'seals'>,
  row: CollectionRow,
  ownOrigin: string,
): Collection => {
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
    policy: policyView(row),
    metadata: { version: '1.0', ...row.metadata, label: '721' },
    ...royaltyView(row, ownOrigin),
    reservation_time: row.reservation_time,
    rarity_published: row.rarity_published,
    ...awaiting(studio, [collectionStatement(studio.network, row)]),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

const burnedCount = (burned: number): Pick<Collection, 'token_burned_count'> =>
  burned === 0 ? {} : { token_burned_count: burned }

/** Present only when a royalty was sent (interface, "Collection (response)"). */
const royaltyView = (
  row: CollectionRow,
  ownOrigin: string,
): Pick<Collection, 'royalty' | 'payment_link'> =>
  row.royalty === null
    ? {}
    : {
        royalty: { metadata: royaltyMetadata(row.royalty) },
        payment_link: royaltyLink(ownOrigin, row.id),
      }
