import { useMemo } from 'react'
import type { TokenRow } from '#shared/calls/collections.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useTokens } from '#renderer/data/tokens.ts'
import { usePicking } from '#renderer/stores/picking.ts'
import { canBeSold } from '#renderer/data/token-status.ts'

/** The picked tokens that can be sold, as the collection lists them. */
export const usePickedForSale = (collectionRef: CollectionRef): readonly TokenRow[] => {
  const { picked } = usePicking()
  const { tokens } = useTokens(collectionRef)
  return useMemo(
    () => tokens.filter((token) => picked.has(token.id) && canBeSold(token)),
    [tokens, picked],
  )
}
