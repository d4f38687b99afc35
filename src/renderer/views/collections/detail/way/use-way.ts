import { useMemo } from 'react'
import type { CollectionFacts } from '#shared/calls/collections.ts'
import type { PolicyFacts } from '#shared/calls/facts.ts'
import type { CallError } from '#renderer/bridge.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useSales } from '#renderer/data/sales-list.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useRoyalty } from '#renderer/data/use-royalty.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { openTokens } from '../../../minting/form/form-of.ts'
import { lockStateOf } from '#renderer/data/lock.ts'
import { isMinted } from '#renderer/data/token-status.ts'
import { type Way, type WayFacts, wayOf } from './way-of.ts'

/** The way of a collection; undefined until every service and the vault have answered. */
export const useWay = (
  collectionRef: CollectionRef,
  collection: CollectionFacts | undefined,
): {
  readonly way: Way | undefined
  readonly error: CallError | null
  readonly refetch: () => Promise<unknown>
} => {
  const minting = useCall('minting.list', collectionRef)
  const royalty = useRoyalty(collectionRef)
  const sales = useSales(collectionRef)
  const policies = useCall('policies.list', null)
  const tokens = useTokenCounts(collectionRef, collection)
  const now = useNow()
  const queries = [minting, royalty, sales, policies]
  const paid = royaltyOf(collection, minting.data?.canMint, royalty.data)
  const facts =
    collection === undefined ||
    paid === undefined ||
    minting.data === undefined ||
    sales.data === undefined ||
    policies.data === undefined
      ? undefined
      : {
          tokens,
          royalty: paid,
          isLocked: lockStateOf(collection.policy, now).kind === 'locked',
          canMint: minting.data.canMint,
          mints: minting.data.mints,
          canSell: sales.data.canSell,
          sales: sales.data.sales,
          backup: backupOf(collection, policies.data),
        }
  return {
    way: facts === undefined ? undefined : wayOf(facts),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: () =>
      Promise.all(queries.filter(({ error }) => error !== null).map((query) => query.refetch())),
  }
}

/** Until all tokens are loaded, the collection's own counts complete what is known of them. */
const useTokenCounts = (
  collectionRef: CollectionRef,
  collection: CollectionFacts | undefined,
): WayFacts['tokens'] => {
  const { tokens } = useTokens(collectionRef)
  const all = collection?.token_count ?? 0
  const ready = collection?.token_for_sale_count ?? 0
  const sold = collection?.token_sold_count ?? 0
  return useMemo(() => {
    const open = openTokens(tokens).length
    return {
      all: Math.max(all, tokens.length),
      open: tokens.length < all ? Math.max(open, ready) : open,
      minted: tokens.filter(isMinted).length,
      burned: tokens.filter(({ status }) => status === 'BURNED').length,
      sold,
    }
  }, [tokens, all, ready, sold])
}

const royaltyOf = (
  collection: CollectionFacts | undefined,
  canMint: boolean | undefined,
  royalty: ReturnType<typeof useRoyalty>['data'],
): WayFacts['royalty'] | undefined => {
  if (canMint === true) return royalty === null ? 'none' : royalty?.status
  if (canMint === undefined) return undefined
  return collection?.royalty?.metadata === undefined ? 'none' : 'elsewhere'
}

/** Nobody loses anything with the keys of the devnet, which is for practice. */
const backupOf = (
  { policy, chain }: CollectionFacts,
  policies: readonly PolicyFacts[],
): WayFacts['backup'] => {
  if (chain === 'devnet') return 'practice'
  const known = policies.find(({ policyId }) => policyId === policy.policy_id)
  return known?.keys.some(({ here }) => here) === true ? known.backup.state : 'elsewhere'
}
