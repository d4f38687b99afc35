import { ColdpressError } from '#values/errors/errors.ts'
import { currentSlot } from '#cardano/slots.ts'
import { mintPolicyOf } from '../../mints/choose-signers.ts'
import type { Studio } from '../../options.ts'
import type { CollectionRow } from '../../store/collections.ts'
import { adoptWatchedWallet } from '../reserve/wallet.ts'
import { findWallet } from '../../store/sale-wallets.ts'

type Signed = Pick<CollectionRow, 'id' | 'script' | 'key_hashes'>

/**
 * Whether a sale's transaction could be signed: now, after somebody acts (unlocks the vault, starts the
 * keychain), never, because the vault lost a key, or only together with keys that are elsewhere, in a
 * signing round.
 */
export type SignableState =
  | { readonly state: 'ready' | 'waits' }
  | { readonly state: 'impossible' | 'elsewhere'; readonly missing: readonly string[] }

/**
 * The signers of a policy that did not come with its collection, as far as the others do not suffice,
 * and the id of the wallet that sales are paid to, where it is only watched here.
 */
export const keysElsewhere = (
  { network, now, database }: Pick<Studio, 'network' | 'now' | 'database'>,
  collection: Signed,
): readonly string[] => {
  const { signers } = mintPolicyOf(collection, undefined, currentSlot(network, now()))
  const wallet = findWallet(database)
  return [
    ...[...signers].filter((keyHash) => !collection.key_hashes.includes(keyHash)),
    ...(wallet?.is_watched === true ? [wallet.id] : []),
  ]
}

const deliveryOf = async (studio: Studio, collection: Signed): Promise<SignableState> => {
  const { keys, database, network, now } = studio
  await adoptWatchedWallet(studio)
  const { signers } = mintPolicyOf(collection, undefined, currentSlot(network, now()))
  const here = collection.key_hashes.filter((keyHash) => signers.has(keyHash))
  const elsewhere = keysElsewhere(studio, collection)
  const wallet = findWallet(database)
  try {
    const { isOpen, missing } = await keys.availability({
      keyHashes: here,
      wallet: wallet?.is_watched === true ? undefined : wallet?.id,
    })
    if (missing.length > 0) return { state: 'impossible', missing }
    if (elsewhere.length > 0) return { state: 'elsewhere', missing: elsewhere }
    return { state: isOpen ? 'ready' : 'waits' }
  } catch (error) {
    // A keychain that doesn't answer now has not lost its keys.
    if (!(error instanceof ColdpressError)) throw error
    return elsewhere.length > 0 ? { state: 'elsewhere', missing: elsewhere } : { state: 'waits' }
  }
}

/**
 * Rejects a sale that nobody could sign, before a buyer pays for it.
 * @throws ColdpressError `conflict`
 */
export const requireDelivery = async (
  studio: Studio,
  collection: Signed,
): Promise<SignableState> => {
  const delivery = await deliveryOf(studio, collection)
  if (delivery.state !== 'impossible') return delivery
  throw new ColdpressError(
    'conflict',
    `policy: the vault does not have what would sign the sale any more (${delivery.missing.join(', ')}), so nothing that is sold could be delivered. Restore the backup of the policy or the wallet.`,
  )
}

/** Many visitors reload a page every few seconds, and a hanging keychain takes seconds to fail. */
const shownMs = 5_000

type Shown = { readonly atMs: number; readonly delivery: Promise<SignableState> }
const shown = new WeakMap<Studio, Map<string, Shown>>()

/** Like {@link delivery}, cached for a few seconds, for pages. */
export const shownDelivery = (studio: Studio, collection: Signed): Promise<SignableState> => {
  const known = shown.get(studio) ?? new Map<string, Shown>()
  shown.set(studio, known)
  const nowMs = performance.now()
  const before = known.get(collection.id)
  if (before !== undefined && nowMs - before.atMs < shownMs) return before.delivery
  const delivery = deliveryOf(studio, collection)
  known.set(collection.id, { atMs: nowMs, delivery })
  return delivery
}
