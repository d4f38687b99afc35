import type { KeyHash } from '#cardano/ids.ts'
import { canSatisfy, scriptFromJson } from '#cardano/scripts.ts'
import type { Statement } from '#keys/seal/seal.ts'
import type { Network } from '#cardano/network.ts'
import type { MintKind } from '#contract/mints/mint.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { NewToken } from '../store/tokens.ts'

/**
 * What the vault seals of collections, tokens and orders: facts that decide who is paid, and for what.
 * Those of sales and of the payment key stand beside their own tables.
 */

export const collectionStatement = (
  network: Network,
  row: Pick<
    CollectionRow,
    'id' | 'payout_address' | 'royalty' | 'policy_id' | 'script' | 'key_hashes' | 'metadata'
  >,
): Statement => ({
  kind: 'collection',
  network,
  collection: row.id,
  id: row.id,
  facts: toPlainFacts({
    payout_address: row.payout_address,
    royalty: row.royalty,
    policy_id: row.policy_id,
    script: row.script,
    metadata: row.metadata,
    keys_here: keysHereOf(row),
  }),
})

/** The keys that came with a collection, where others have to sign with them; undefined where not. */
const keysHereOf = ({
  script,
  key_hashes: here,
}: Pick<CollectionRow, 'script' | 'key_hashes'>): readonly KeyHash[] | undefined =>
  canSatisfy(scriptFromJson(script), new Set(here)) ? undefined : here

/** That somebody confirmed a royalty in words, after which its token is minted once it is paid for. */
export const royaltyStatement = (
  network: Network,
  { id, royalty }: Pick<CollectionRow, 'id' | 'royalty'>,
): Statement => ({
  kind: 'royalty',
  network,
  collection: id,
  id,
  facts: toPlainFacts({ confirmed: royalty }),
})

/** A price is for something, and for sale: what the token is and whether it is held back belong to it. */
export const tokenStatement = (network: Network, token: NewToken): Statement => ({
  kind: 'token',
  network,
  collection: token.collection_id,
  id: token.id,
  facts: toPlainFacts({
    price: token.price === null ? null : String(token.price),
    asset_name: token.asset_name,
    name: token.name,
    description: token.description,
    media_type: token.media_type,
    image: token.image,
    // Left out where there are none, as before these facts were known: older seals stay valid.
    description_pieces: token.description_pieces ?? undefined,
    image_pieces: token.image_pieces ?? undefined,
    image_media_type: token.image_media_type ?? undefined,
    metadata_attributes: token.metadata_attributes,
    custom_attributes: token.custom_attributes,
    // Whoever writes the database has it for sale neither by this status nor by the other column.
    held_back: (token.is_held_back && token.status !== 'FOR_SALE') || undefined,
  }),
})

/** What the vault is asked to sign for a mint: the vault compares each transaction with it. */
export type Order = {
  readonly mintId: string
  /** Null for the refund of a payment that belongs to no sale. */
  readonly collectionId: string | null
  readonly kind: MintKind
  readonly transactions: readonly string[]
  /** Who receives each token that is minted, by its name in hex. */
  readonly tokens: Readonly<Record<string, string>>
  readonly receivers: readonly string[]
  /** How many of each token are burned, by its name in hex. */
  readonly burned?: Readonly<Record<string, string>>
  /** Shown to its user first: the vault signs it once the user has released it. */
  readonly held: boolean
}

export const orderStatement = (
  network: Network,
  { mintId, collectionId, held, ...facts }: Order,
): Statement => ({
  kind: 'order',
  network,
  collection: collectionId,
  id: mintId,
  facts: { ...facts, held },
})

/** As JSON would have it: fields without a value are not there. */
const toPlainFacts = (facts: object): Statement['facts'] => {
  const read: Statement['facts'] = JSON.parse(JSON.stringify(facts))
  return read
}
