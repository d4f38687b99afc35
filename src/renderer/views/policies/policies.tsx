import type { PoliciesTab } from '#renderer/stores/routes.ts'
import { PoliciesHome } from './policies-home.tsx'
import { PolicyPage } from './policy-page.tsx'

/** Everything in the vault, or one policy of it. */
export const PoliciesView = ({
  policyId,
  tab = 'list',
}: {
  readonly policyId: string | undefined
  readonly tab: PoliciesTab | undefined
}) =>
  policyId === undefined ? (
    <PoliciesHome tab={tab} />
  ) : (
    <PolicyPage key={policyId} policyId={policyId} />
  )
