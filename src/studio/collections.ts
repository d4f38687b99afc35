import { ColdpressError, messageOf } from '../shared/errors.ts'
import type {
  CollectionChange,
  CollectionRequest,
  MetadataTemplate,
  PayoutAddress,
  RoyaltyRequest,
} from '../shared/wire/collection.ts'
import { tagPattern } from '../shared/wire/fields.ts'
import { joinAddress, paymentAddress } from '../core/cardano/addresses.ts'
import type { Network } from '../core/cardano/network.ts'
import { royaltyMetadata } from '../core/cardano/royalty.ts'
import { keyHashesIn, scriptToJson } from '../core/cardano/scripts.ts'
import { templateFaults } from '../core/cardano/template.ts'
import { quoted, refusal } from './faults.ts'
import type { Studio } from './options.ts'
import { lockFaults, preparePolicy, wipe } from './policy.ts'
import {
  type CollectionRow,
  deleteCollection,
  findCollection,
  insertCollection,
  updateCollection,
} from './store/collections.ts'
import { countTokens, fixedStatuses } from './store/tokens.ts'

/** @throws ColdpressError `not_found` */
export const existingCollection = (studio: Studio, id: string): CollectionRow => {
  const row = findCollection(studio.database, id)
  if (row === undefined) throw new ColdpressError('not_found', 'there is no collection of this id')
  return row
}

/**
 * Creates a collection. Its keys are in the vault before the collection exists: a key without a
 * collection does no harm, a collection without its key could never be minted.
 * @throws ColdpressError `invalid`; whatever the vault throws, and nothing is created then
 */
export const createCollection = async (
  studio: Studio,
  request: CollectionRequest,
): Promise<CollectionRow> => {
  const now = studio.now()
  const faults = [
    ...payoutFaults(request.payout_address, studio.network),
    ...lockFaults(request.policy, now),
    ...metadataFaults(request.metadata),
    ...royaltyFaults(request.royalty, studio.network),
  ]
  if (faults.length > 0) throw refusal(faults)
  const policy = preparePolicy(request.policy, studio.network, now)
  const { script, keys } = policy
  try {
    await studio.keys.storeKeys({ script, keys, collectionName: request.name })
  } finally {
    wipe(keys)
  }
  const id = studio.nextId()
  insertCollection(studio.database, {
    id,
    name: request.name,
    url: request.url,
    description: request.description,
    payoutAddress: request.payout_address,
    lockTime: policy.lockTime,
    policyId: policy.policyId,
    script: scriptToJson(script),
    keyHashes: keyHashesIn(script).filter((hash) => keys.some((key) => key.keyHash === hash)),
    metadata: request.metadata,
    royalty: request.royalty,
    reservationTime: request.reservation_time,
    createdAt: studio.now().toISOString(),
  })
  return existingCollection(studio, id)
}

/** The fault that `judge` throws, with the field's path before it. */
const faultOf = (path: string, judge: () => unknown): string[] => {
  try {
    judge()
    return []
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    return [`${path}: ${messageOf(error).replace(/^(?:address|royalty\.rate): /u, '')}`]
  }
}

/** The address is kept and goes on chain as it was sent, where a blank or a capital would stay. */
const exactAddress = (text: string, network: Network): void => {
  if (paymentAddress(text, network).bech32 === text) return
  throw new ColdpressError('invalid', 'address: write it in lower case, without blanks around it')
}

/** Ratios are decimals, whose sum is seldom exact. */
const ratioTolerance = 1e-6

const payoutFaults = (payout: PayoutAddress, network: Network): string[] => {
  if (typeof payout === 'string') {
    return faultOf('payout_address', () => exactAddress(payout, network))
  }
  const sum = payout.reduce((total, { ratio }) => total + ratio, 0)
  return [
    ...payout.flatMap(({ addr }, index) =>
      faultOf(`payout_address[${index}].addr`, () => exactAddress(addr, network)),
    ),
    ...(Math.abs(sum - 1) > ratioTolerance
      ? [`payout_address: the ratios add up to ${Number(sum.toFixed(6))}, they must add up to 1`]
      : []),
  ]
}

const metadataFaults = (template: MetadataTemplate | undefined): string[] =>
  template === undefined
    ? []
    : [...templateFaults(template), ...brokenTags(template)].map(
        ({ path, message }) => `metadata.${path}: ${message}`,
      )

/** Text in angle brackets that is no tag, such as `<right eye>`, would go on chain as it stands. */
const brokenTags = ({ attributes = {}, files = [], ...fields }: MetadataTemplate) => {
  const texts: readonly (readonly [path: string, text: string | undefined])[] = [
    ...Object.entries(fields),
    ...Object.entries(attributes).map(([name, text]) => [`attributes.${name}`, text] as const),
    ...files.flatMap((file, index) =>
      Object.entries(file).map(([name, text]) => [`files[${index}].${name}`, text] as const),
    ),
  ]
  return texts.flatMap(([path, text = '']) => {
    if (!/^<[^<>]*>$/u.test(text) || tagPattern.test(text)) return []
    const message = `${quoted(text)} is not a tag; a tag is one word in angle brackets, such as <color>`
    return [{ path, message }]
  })
}

const royaltyFaults = (royalty: RoyaltyRequest | undefined, network: Network): string[] => {
  if (royalty === undefined) return []
  const faults = [
    ...royalty.address.flatMap((piece, index) =>
      piece === '' ? [`royalty.address[${index}]: empty, leave the piece out`] : [],
    ),
    ...faultOf('royalty.address', () => exactAddress(joinAddress(royalty.address), network)),
  ]
  return faults.length > 0 ? faults : faultOf('royalty.rate', () => royaltyMetadata(royalty))
}

/**
 * Changes what PATCH may change.
 * @throws ColdpressError `invalid`, `not_found`; `conflict` when the metadata would change although
 * tokens were made with it.
 */
export const changeCollection = (
  studio: Studio,
  id: string,
  change: CollectionChange,
): CollectionRow =>
  studio.database.transact(() => {
    const row = existingCollection(studio, id)
    const faults = [
      ...(change.payout_address === undefined
        ? []
        : payoutFaults(change.payout_address, studio.network)),
      ...metadataFaults(change.metadata),
    ]
    if (faults.length > 0) throw refusal(faults)
    if (change.metadata !== undefined && countTokens(studio.database, id).size > 0) {
      throw new ColdpressError(
        'conflict',
        'metadata: cannot change, the collection has tokens already. Delete them first.',
      )
    }
    updateCollection(studio.database, {
      ...row,
      name: change.name ?? row.name,
      url: change.url === undefined ? row.url : change.url,
      description: change.description === undefined ? row.description : change.description,
      payout_address: change.payout_address ?? row.payout_address,
      metadata: change.metadata ?? row.metadata,
      updated_at: studio.now().toISOString(),
    })
    return existingCollection(studio, id)
  })

/**
 * Deletes a collection with its tokens; its keys stay in the vault.
 * @throws ColdpressError `not_found`; `conflict` once a token is minted or about to be.
 */
export const removeCollection = (
  studio: Studio,
  id: string,
): { deleted: true; deleted_collection_id: string; deleted_at: string } =>
  studio.database.transact(() => {
    existingCollection(studio, id)
    for (const [status, count] of countTokens(studio.database, id)) {
      if (fixedStatuses.has(status)) {
        throw new ColdpressError(
          'conflict',
          `the collection has tokens that are ${status} (${count}), so it cannot be deleted`,
        )
      }
    }
    deleteCollection(studio.database, id)
    return { deleted: true, deleted_collection_id: id, deleted_at: studio.now().toISOString() }
  })
