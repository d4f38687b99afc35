import { create } from 'zustand'
import type { UnprovedWallet } from '#shared/calls/sales.ts'
import { call } from '../bridge.ts'
import type { CollectionRef } from './minting.ts'

type SalesWalletStore = {
  readonly collectionRef: CollectionRef | undefined
  /** Null: there is nothing to warn of, as far as it is known. */
  readonly unproved: UnprovedWallet | null
  readonly load: (collectionRef: CollectionRef) => Promise<void>
}

/** Whether the wallet that a collection's sales are paid to is to be warned of. */
export const useSalesWallet = create<SalesWalletStore>((set, get) => ({
  collectionRef: undefined,
  unproved: null,
  load: async ({ accountId, collectionId }) => {
    const before = get().collectionRef
    const isSame = before?.accountId === accountId && before.collectionId === collectionId
    const collectionRef = isSame ? before : { accountId, collectionId }
    if (!isSame) set({ collectionRef, unproved: null })
    try {
      const unproved = await call('sales.wallet', { accountId, collectionId })
      if (get().collectionRef === collectionRef) set({ unproved })
    } catch {
      // The list of sales tells why the service does not answer; what was known stays.
    }
  },
}))
