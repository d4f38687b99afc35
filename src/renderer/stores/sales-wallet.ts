import { create } from 'zustand'
import type { UnprovedWallet } from '../../shared/calls/sales.ts'
import { call } from '../bridge.ts'
import type { CollectionPlace } from './minting.ts'

type SalesWalletStore = {
  readonly place: CollectionPlace | undefined
  /** Null: there is nothing to warn of, as far as it is known. */
  readonly unproved: UnprovedWallet | null
  readonly ask: (place: CollectionPlace) => Promise<void>
}

/** Whether the wallet that a collection's sales are paid to is to be warned of. */
export const useSalesWallet = create<SalesWalletStore>((set, get) => ({
  place: undefined,
  unproved: null,
  ask: async ({ accountId, collectionId }) => {
    const before = get().place
    const isSame = before?.accountId === accountId && before.collectionId === collectionId
    const place = isSame ? before : { accountId, collectionId }
    if (!isSame) set({ place, unproved: null })
    try {
      const unproved = await call('sales.wallet', { accountId, collectionId })
      if (get().place === place) set({ unproved })
    } catch {
      // The list of sales tells why the service does not answer; what was known stays.
    }
  },
}))
