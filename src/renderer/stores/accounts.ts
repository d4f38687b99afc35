import { create } from 'zustand'
import type { AccountFacts } from '../../shared/calls/facts.ts'
import { call } from '../bridge.ts'

type AccountsStore = {
  readonly accounts: readonly AccountFacts[]
  /** The account that lists and forms begin with. */
  readonly chosen: string
  readonly choose: (accountId: string) => void
  readonly load: () => Promise<void>
}

export const localAccount = 'local'

export const useAccounts = create<AccountsStore>((set, get) => ({
  accounts: [],
  chosen: localAccount,
  choose: (chosen) => set({ chosen }),
  load: async () => {
    const accounts = await call('accounts.list', null)
    const isThere = accounts.some(({ id }) => id === get().chosen)
    set({ accounts, ...(isThere ? {} : { chosen: localAccount }) })
  },
}))
