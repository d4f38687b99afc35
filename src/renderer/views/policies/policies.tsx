import { PolicyList } from './policy-list.tsx'
import { PolicyPage } from './policy-page.tsx'

/** Everything in the vault, or one policy of it. */
export const PoliciesView = ({ policyId }: { readonly policyId: string | undefined }) =>
  policyId === undefined ? <PolicyList /> : <PolicyPage key={policyId} policyId={policyId} />
