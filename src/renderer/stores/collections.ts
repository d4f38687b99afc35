import { create } from 'zustand'
import type { ErrorInfo } from '#shared/calls/call.ts'
import type { CollectionFacts } from '#shared/calls/collections.ts'
import { call, errorInfoOf } from '../bridge.ts'

type CollectionsStore = {
  /** Whose collections these are. */
  readonly accountId: string | undefined
  /** Undefined until they came for the first time. */
  readonly collections: readonly CollectionFacts[] | undefined
  readonly isLoading: boolean
  readonly error: ErrorInfo | undefined
  readonly search: string
  /** Asks again; what is known of the same account stays shown meanwhile. */
  readonly load: (accountId: string) => Promise<void>
  readonly find: (search: string) => void
}

export const useCollections = create<CollectionsStore>((set, get) => {
  let lastQuestion = 0
  return {
    accountId: undefined,
    collections: undefined,
    isLoading: false,
    error: undefined,
    search: '',
    load: async (accountId) => {
      const question = (lastQuestion += 1)
      if (get().accountId !== accountId) set({ accountId, collections: undefined })
      set({ isLoading: true, error: undefined })
      const answer = await call('collections.list', { accountId }).then(
        (collections) => ({ collections }),
        (error: unknown) => ({ error: errorInfoOf(error) }),
      )
      // An answer for an account that is no longer shown, or an older one of this account, is dropped.
      if (question === lastQuestion) set({ ...answer, isLoading: false })
    },
    find: (search) => set({ search }),
  }
})
