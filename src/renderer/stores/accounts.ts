import { create } from 'zustand'
import type { AccountView } from '#contract/accounts/account.ts'
import { useCall } from '../data/use-call.ts'

type AccountChoice = {
  readonly chosen: string
  readonly choose: (accountId: string) => void
}

/** The Local studio on the devnet. */
export const localAccount = 'local'

const useAccountChoice = create<AccountChoice>((set) => ({
  chosen: localAccount,
  choose: (chosen) => set({ chosen }),
}))

/** Whether an account is a Local studio, on any network: this window's vault signs for it. */
export const useIsLocal = (accountId: string): boolean =>
  useAccounts().accounts.some(({ id, kind }) => id === accountId && kind === 'local')

/** The network of an account, as soon as the accounts are known. */
export const useNetworkOf = (accountId: string): AccountView['chain'] | undefined =>
  useAccounts().accounts.find(({ id }) => id === accountId)?.chain

const none: readonly AccountView[] = []

/** The accounts, and the default for lists and forms. */
export const useAccounts = (): AccountChoice & { readonly accounts: readonly AccountView[] } => {
  const { data: accounts = none } = useCall('accounts.list', null)
  const { chosen, choose } = useAccountChoice()
  const isThere = accounts.some(({ id }) => id === chosen)
  return { accounts, chosen: isThere ? chosen : localAccount, choose }
}
