import { ColdpressError } from '#values/errors/errors.ts'
import type { FundingView } from '#contract/mints/mint.ts'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey } from '#cardano/keys.ts'
import { scriptToCbor } from '#cardano/scripts.ts'
import { refText } from '#cardano/utxo.ts'
import type { Studio } from '../options.ts'
import { type CollectionRow, existingCollection } from '../store/collections.ts'
import type { Network } from '#cardano/network.ts'
import type { Statement } from '#keys/seal/seal.ts'
import { chainAnswer } from './chain.ts'
import { findPaymentKey, insertPaymentKey, type PaymentKey } from './payment-key-store.ts'

/** Keys under creation; concurrent callers share one. */
const beingMade = new WeakMap<Studio, Map<string, Promise<PaymentKey>>>()

/**
 * The key that pays for a collection's mints, created on first use. The vault holds it before its
 * address is returned.
 * @throws ColdpressError `not_found`; as `SealedFacts.require`; whatever the vault throws, and
 * there is no key then
 */
export const paymentKeyOf = async (studio: Studio, collectionId: string): Promise<PaymentKey> => {
  const collection = existingCollection(studio, collectionId)
  const known = findPaymentKey(studio.database, collectionId)
  if (known !== undefined) {
    await requirePaymentKey(studio, known)
    return known
  }
  const making = beingMade.get(studio) ?? new Map<string, Promise<PaymentKey>>()
  beingMade.set(studio, making)
  const made = making.get(collectionId) ?? makePaymentKey(studio, collection)
  making.set(collectionId, made)
  return made.finally(() => making.delete(collectionId))
}

/** @throws ColdpressError as `SealedFacts.requireAuthentic` */
const requirePaymentKey = ({ seals, network }: Studio, key: PaymentKey): Promise<void> =>
  seals.requireAuthentic(
    paymentKeyStatement(network, key),
    `the payment address of collection ${key.collection_id}`,
  )

/**
 * On mainnet the key is stored like a policy, with a one-signature script: backups, tests and
 * reminders work by policy, and without one the key would be lost with the machine.
 */
const makePaymentKey = async (
  studio: Studio,
  { id: collectionId, name }: CollectionRow,
): Promise<PaymentKey> => {
  const key = generatePolicyKey()
  const script = { type: 'sig', keyHash: key.keyHash } as const
  try {
    await studio.keys.storeKeys({
      keys: [key],
      madeHere: true,
      collectionName: `${name} (pays for its mints)`,
      ...(studio.network === 'devnet' ? {} : { scriptCbor: scriptToCbor(script) }),
    })
  } finally {
    key.secret.wipe()
  }
  const made = {
    collection_id: collectionId,
    key_hash: key.keyHash,
    address: enterpriseAddress(key.keyHash, studio.network),
  }
  const sealed = await studio.seals.seal([paymentKeyStatement(studio.network, made)])
  studio.database.transact(() => {
    const created_at = studio.now().toISOString()
    if (insertPaymentKey(studio.database, { ...made, created_at })) studio.seals.add(sealed)
  })
  // Another process may have created one at the same time; the first one stays.
  return paymentKeyOf(studio, collectionId)
}

/** @throws ColdpressError `not_found`; of the vault and of the gateway */
export const fundingView = async (studio: Studio, collectionId: string): Promise<FundingView> => {
  const { address } = await paymentKeyOf(studio, collectionId)
  const { chain } = studio
  if (chain === undefined) return { address, lovelace: null, reserved_lovelace: null }
  const utxos = await chainAnswer(chain.gateway.utxosAt(address))
  const reserved = chain.submissions.reserved()
  const sum = (counted: typeof utxos): number =>
    Number(counted.reduce((total, { value }) => total + value.lovelace, 0n))
  return {
    address,
    lovelace: sum(utxos),
    reserved_lovelace: sum(utxos.filter((utxo) => reserved.has(refText(utxo)))),
  }
}

/**
 * Rejects the deletion of a collection that still has funds: only the collection can spend them.
 * @throws ColdpressError `conflict` while there are any; of the gateway
 */
export const requireNoFunds = async (studio: Studio, collectionId: string): Promise<void> => {
  const key = findPaymentKey(studio.database, collectionId)
  if (key === undefined || studio.chain === undefined) return
  if ((await chainAnswer(studio.chain.gateway.utxosAt(key.address))).length === 0) return
  throw new ColdpressError(
    'conflict',
    `funding: there is money at the collection's payment address ${key.address}. Withdraw it, then delete the collection.`,
  )
}

export const paymentKeyStatement = (
  network: Network,
  { collection_id: collection, key_hash, address }: PaymentKey,
): Statement => ({
  kind: 'payment_key',
  network,
  collection,
  id: collection,
  facts: { key_hash, address },
})
