import { Page } from '../../ui/page.tsx'

export const PoliciesView = (_props: { readonly policyId: string | undefined }) => (
  <Page title="Policies">{null}</Page>
)
