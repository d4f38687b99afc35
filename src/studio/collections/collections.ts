import { ColdpressError } from '#values/errors/errors.ts'
import { isDeepStrictEqual } from 'node:util'
import type { CollectionChange, CollectionRequest } from '#contract/collections/collection.ts'
import {
  type CollectionError,
  metadataErrors,
  payoutErrors,
  royaltyErrors,
} from '#cardano/collection-errors.ts'
import { keyHashesIn, scriptToCbor, scriptToJson } from '#cardano/scripts.ts'
import { invalidRequest } from '../server/errors.ts'
import type { Studio } from '../options.ts'
import { collectionStatement } from '../seals/statements.ts'
import { requireBeforeChange } from '../seals/require-collection.ts'
import { tryReadPolicyRoyalty } from '../mints/policy-royalty.ts'
import {
  deleteRoyaltyConfirmation,
  findRoyalty,
  insertUnreadRoyalty,
  isLastConfirmed,
} from '../mints/royalty-store.ts'
import { hasOpenMint } from '../mints/store.ts'
import { lockErrors, policyConflicts, preparePolicy, wipePolicyKeys } from '../policies/policy.ts'
import { requireNotSent } from '../royalty/correct-royalty.ts'
import { requireNoOpenSale } from '../sales/reserve/removable.ts'
import { moveCollectionToBin } from '../store/bin.ts'
import {
  type CollectionRow,
  deleteCollection,
  existingCollection,
  insertCollection,
  updateCollection,
} from '../store/collections.ts'
import { rememberSales } from '../store/saleless-addresses.ts'
import { fixedStatuses } from '#contract/tokens/token.ts'
import { countTokens } from '../store/tokens.ts'

/**
 * Creates a collection. Its keys are in the vault before the collection exists: a key without a
 * collection does no harm, a collection without its key could never be minted. Of an imported
 * policy the chain is asked for the royalty.
 * @throws ColdpressError `invalid`; whatever the vault throws, and nothing is created then
 */
export const createCollection = async (
  studio: Studio,
  request: CollectionRequest,
): Promise<CollectionRow> => {
  const now = studio.now()
  const errors = [
    ...payoutErrors(request.payout_address, studio.network).map(sentence),
    ...lockErrors(request.policy, now),
    ...metadataErrors(request.metadata).map(sentence),
    ...royaltyErrors(request.royalty, studio.network).map(sentence),
  ]
  if (errors.length > 0) throw invalidRequest(errors)
  const policy = preparePolicy(request.policy, studio.network, now)
  const { script, keys, madeHere } = policy
  try {
    await studio.keys.storeKeys({
      scriptCbor: scriptToCbor(script),
      keys,
      madeHere,
      collectionName: request.name,
    })
  } finally {
    wipePolicyKeys(keys)
  }
  const id = studio.nextId()
  const createdAt = studio.now().toISOString()
  const collection = {
    id,
    name: request.name,
    url: request.url ?? null,
    description: request.description ?? null,
    payout_address: request.payout_address,
    lock_time: policy.lockTime ?? null,
    policy_id: policy.policyId,
    script: scriptToJson(script),
    key_hashes: keyHashesIn(script).filter((hash) => keys.some((key) => key.keyHash === hash)),
    metadata: request.metadata ?? null,
    royalty: request.royalty ?? null,
    reservation_time: request.reservation_time ?? null,
    rarity_published: false,
    cover: null,
    creator: null,
    created_at: createdAt,
    updated_at: createdAt,
  }
  const sealed = await studio.seals.seal([collectionStatement(studio.network, collection)])
  studio.database.transact(() => {
    insertCollection(studio.database, collection)
    studio.seals.add(sealed)
    // A policy that was made here just now has nothing on chain.
    if (!madeHere) insertUnreadRoyalty(studio.database, policy.policyId, createdAt)
  })
  if (!madeHere) await tryReadPolicyRoyalty(studio, policy.policyId)
  return existingCollection(studio, id)
}

const sentence = ({ path, message }: CollectionError): string => `${path}: ${message}`

/**
 * Changes what PATCH may change; a field that is sent as it is changes nothing. Whether a royalty may
 * change depends on the chain: that is asked before (`correctRoyalty`).
 * @throws ColdpressError `invalid`, `not_found`; `conflict` that names what cannot change, and for a
 * collection that is not as it was sealed
 */
export const changeCollection = async (
  studio: Studio,
  id: string,
  change: CollectionChange,
): Promise<CollectionRow> => {
  for (;;) {
    const before = existingCollection(studio, id)
    const after = changedCollection(studio, before, change)
    if (isDeepStrictEqual(after, before)) return before
    const statement = collectionStatement(studio.network, after)
    const isSame = isDeepStrictEqual(collectionStatement(studio.network, before), statement)
    // What is sealed now is what was sealed before, but for the change.
    if (!isSame) await requireBeforeChange(studio, before)
    const sealed = isSame ? [] : await studio.seals.seal([statement])
    const isDone = studio.database.transact(() => {
      if (!isDeepStrictEqual(existingCollection(studio, id), before)) return false
      if (after.metadata !== before.metadata) requireNoTokensOf(studio, id)
      if (after.royalty !== before.royalty) replaceRoyalty(studio, after)
      updateCollection(studio.database, { ...after, updated_at: studio.now().toISOString() })
      studio.seals.add(sealed)
      return true
    })
    if (isDone) return existingCollection(studio, id)
  }
}

/** What was confirmed was the earlier royalty, also if that comes back. */
const replaceRoyalty = (studio: Studio, collection: CollectionRow): void => {
  if (collection.royalty !== null) requireNotSent(studio, collection)
  deleteRoyaltyConfirmation(studio.database, collection)
  studio.seals.remove({ kind: 'royalty', id: collection.id })
}

const changedCollection = (
  studio: Studio,
  row: CollectionRow,
  change: CollectionChange,
): CollectionRow => {
  const errors = [
    ...(change.payout_address === undefined
      ? []
      : payoutErrors(change.payout_address, studio.network)),
    ...metadataErrors(change.metadata),
  ].map(sentence)
  if (errors.length > 0) throw invalidRequest(errors)
  const conflicts = [
    ...(change.policy === undefined ? [] : policyConflicts(row, change.policy)),
    ...confirmationConflicts(studio, row, change),
  ]
  if (conflicts.length > 0) throw new ColdpressError('conflict', conflicts.join('; '))
  const metadata = isSameTemplate(change.metadata ?? row.metadata, row.metadata)
    ? row.metadata
    : (change.metadata ?? null)
  if (metadata !== row.metadata) requireNoTokensOf(studio, row.id)
  return {
    ...row,
    name: change.name ?? row.name,
    url: change.url === undefined ? row.url : change.url,
    description: change.description === undefined ? row.description : change.description,
    payout_address: change.payout_address ?? row.payout_address,
    metadata,
    royalty: change.royalty === undefined ? row.royalty : change.royalty,
    reservation_time:
      change.reservation_time === undefined ? row.reservation_time : change.reservation_time,
    rarity_published: change.rarity_published ?? row.rarity_published,
    cover: change.cover === undefined ? row.cover : change.cover,
    creator: change.creator === undefined ? row.creator : change.creator,
  }
}

/** An answer has a version, also where the request had none. */
const isSameTemplate = (
  metadata: CollectionRow['metadata'],
  other: CollectionRow['metadata'],
): boolean => isDeepStrictEqual({ version: '1.0', ...metadata }, { version: '1.0', ...other })

/** A royalty is confirmed as it was shown, never by the change that corrects it. */
const confirmationConflicts = (
  { database }: Studio,
  row: CollectionRow,
  { royalty, royalty_confirmed: asked }: CollectionChange,
): readonly string[] => {
  if (asked === undefined || (royalty === undefined ? row.royalty : royalty) === null) return []
  const isMinted = findRoyalty(database, row.policy_id) !== undefined
  const isConfirmed = royalty === undefined && isLastConfirmed(database, row)
  return isMinted || asked === isConfirmed
    ? []
    : [
        asked
          ? 'royalty_confirmed: nobody has confirmed this royalty yet. POST …/royalty/confirm does, with rate and address'
          : 'royalty_confirmed: the royalty is confirmed already; a corrected one would not be',
      ]
}

/** Tokens keep the metadata that they were made with. */
const requireNoTokensOf = ({ database }: Studio, id: string): void => {
  if (countTokens(database, id).size === 0) return
  throw new ColdpressError(
    'conflict',
    'metadata: cannot change, the collection has tokens already. Delete them first.',
  )
}

type RemovalOptions = {
  /** Deletes minted tokens from the studio's list too; they stay on chain. */
  readonly withMinted?: boolean
}

/**
 * Whether a collection could be deleted, as far as the studio itself knows.
 * @throws ColdpressError `not_found`; `conflict` once a token is minted or about to be, or sold.
 */
export const requireRemovable = (
  studio: Studio,
  id: string,
  { withMinted = false }: RemovalOptions = {},
): void => {
  existingCollection(studio, id)
  for (const [status, count] of countTokens(studio.database, id)) {
    if (withMinted && (status === 'COMPLETED' || status === 'BURNED')) continue
    if (fixedStatuses.has(status)) {
      throw new ColdpressError(
        'conflict',
        `the collection has tokens that are ${status} (${count}), so it cannot be deleted`,
      )
    }
  }
  requireNoOpenSale(studio, id)
  if (!hasOpenMint(studio.database, id)) return
  throw new ColdpressError(
    'conflict',
    'the collection has a mint on its way, so it cannot be deleted. Cancel it, or wait.',
  )
}

/**
 * Deletes a collection with its tokens; its keys stay in the vault, and the addresses of its sales are
 * still looked at. It can be restored from the bin, but not where its minted tokens go with it.
 * @throws ColdpressError as {@link requireRemovable}
 */
export const removeCollection = (
  studio: Studio,
  id: string,
  { withMinted = false }: RemovalOptions = {},
): { deleted: true; deleted_collection_id: string; deleted_at: string } =>
  studio.database.transact(() => {
    requireRemovable(studio, id, { withMinted })
    const at = studio.now().toISOString()
    const seal = studio.seals.remove({ kind: 'collection', id })
    studio.seals.remove({ kind: 'royalty', id })
    // Test ADA has no value: nobody misses what is paid for a collection of the devnet that went as a whole.
    if (withMinted) deleteCollection(studio.database, id)
    else {
      rememberSales(studio.database, id, at)
      moveCollectionToBin(studio.database, { id, at, seal })
    }
    return { deleted: true, deleted_collection_id: id, deleted_at: at }
  })
