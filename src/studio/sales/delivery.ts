import { ColdpressError } from '#shared/errors.ts'
import { currentSlot } from '#core/cardano/slots.ts'
import { mintPolicyOf } from '../mints/choose-signers.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import { findWallet } from './wallet-store.ts'

type Signed = Pick<CollectionRow, 'id' | 'script' | 'key_hashes'>

/**
 * Whether a sale's transaction could be signed: now, after somebody acts (unlocks the vault, starts the
 * keychain), never, because the vault lost a key, or only with keys that were never here.
 */
export type Delivery =
  | { readonly state: 'ready' | 'waits' }
  | { readonly state: 'impossible' | 'elsewhere'; readonly missing: readonly string[] }

const deliveryOf = async (
  { keys, database, network, now }: Pick<Studio, 'keys' | 'database' | 'network' | 'now'>,
  collection: Signed,
): Promise<Delivery> => {
  const { signers } = mintPolicyOf(collection, undefined, currentSlot(network, now()))
  const here = collection.key_hashes.filter((keyHash) => signers.has(keyHash))
  if (here.length < signers.size)
    return {
      state: 'elsewhere',
      missing: [...signers].filter((keyHash) => !here.includes(keyHash)),
    }
  try {
    const { isOpen, missing } = await keys.availability({
      keyHashes: here,
      wallet: findWallet(database)?.id,
    })
    if (missing.length > 0) return { state: 'impossible', missing }
    return { state: isOpen ? 'ready' : 'waits' }
  } catch (error) {
    // A keychain that doesn't answer now has not lost its keys.
    if (error instanceof ColdpressError) return { state: 'waits' }
    throw error
  }
}

/**
 * Rejects a sale that nobody could sign, before a buyer pays for it.
 * @throws ColdpressError `conflict`
 */
export const requireDelivery = async (studio: Studio, collection: Signed): Promise<void> => {
  const delivery = await deliveryOf(studio, collection)
  if (!('missing' in delivery)) return
  if (delivery.state === 'elsewhere')
    throw new ColdpressError(
      'conflict',
      `policy: keys that sign for it are not on this computer (${delivery.missing.join(', ')}), and a sale has to be signed here, soon after it is paid. Mint the tokens to their buyers instead.`,
    )
  throw new ColdpressError(
    'conflict',
    `policy: the vault does not have what would sign the sale any more (${delivery.missing.join(', ')}), so nothing that is sold could be delivered. Restore the backup of the policy or the wallet.`,
  )
}

/** Many visitors reload a page every few seconds, and a hanging keychain takes seconds to fail. */
const shownMs = 5_000

type Shown = { readonly atMs: number; readonly delivery: Promise<Delivery> }
const shown = new WeakMap<Studio, Map<string, Shown>>()

/** Like {@link delivery}, cached for a few seconds, for pages. */
export const shownDelivery = (studio: Studio, collection: Signed): Promise<Delivery> => {
  const known = shown.get(studio) ?? new Map<string, Shown>()
  shown.set(studio, known)
  const nowMs = performance.now()
  const before = known.get(collection.id)
  if (before !== undefined && nowMs - before.atMs < shownMs) return before.delivery
  const delivery = deliveryOf(studio, collection)
  known.set(collection.id, { atMs: nowMs, delivery })
  return delivery
}
