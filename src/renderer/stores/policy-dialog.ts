import { create } from 'zustand'
import { useNavigation } from './navigation.ts'
import type { Route } from './routes.ts'

/** A dialog of a policy's page: makes or tests a backup, shows the keys, or removes them from here. */
export type PolicyDialog = 'make' | 'test' | 'reveal' | 'remove'

/** A dialog over the list of policies. */
export type PoliciesDialog =
  | 'generate'
  | 'export'
  | 'import'
  | 'inspect'
  | 'restore'
  | 'testAny'
  | 'newPhrase'
  | 'restorePhrase'

type Opened =
  | { readonly policyId: string; readonly dialog: PolicyDialog }
  /** `phrase`: the fingerprint that a new policy's key shall come from. */
  | { readonly policyId?: never; readonly dialog: PoliciesDialog; readonly phrase?: string }

type PolicyDialogStore = {
  readonly opened: Opened | undefined
  readonly close: () => void
}

/** The open dialog of the view "policies", which a menu elsewhere may have asked for. */
export const usePolicyDialog = create<PolicyDialogStore>((set) => {
  const close = () => set({ opened: undefined })
  // The next visit begins without it.
  useNavigation.subscribe(close)
  return { opened: undefined, close }
})

/** Opens it from wherever the user is. */
export const openPolicyDialog = (opened: Opened): void => {
  if (!isShown(opened)) useNavigation.getState().go(routeOf(opened))
  usePolicyDialog.setState({ opened })
}

/** The list has tabs, all of which have its dialogs. */
const isShown = ({ policyId }: Opened): boolean => {
  const { route } = useNavigation.getState()
  return route.view === 'policies' && route.policyId === policyId
}

const routeOf = ({ policyId }: Opened): Route => ({
  view: 'policies',
  ...(policyId === undefined ? {} : { policyId }),
})
