import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { withVault } from '#renderer/stores/vault.ts'
import { text } from '#renderer/text/en.ts'

/** The terms of a collection's mints. Asking for the first time makes a key, for which a vault is needed. */
export const useMintTerms = (collectionRef: CollectionRef) =>
  useCall('minting.terms', collectionRef, {
    through: (work) => withVault(text.minting.keyReason, work),
  })
