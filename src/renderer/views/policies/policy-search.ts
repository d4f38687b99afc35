import type { PolicyView } from '#contract/policies/policy-view.ts'
import { text } from '#renderer/text/en.ts'

/** The policies in which every word of the search stands: name, ids, network, origin. */
export const searchPolicies = (
  policies: readonly PolicyView[],
  search: string,
): readonly PolicyView[] => {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return policies
  return policies.filter((policy) => {
    const searched = searchedText(policy)
    return words.every((word) => searched.includes(word))
  })
}

const searchedText = ({ name, policyId, network, origin, keys }: PolicyView): string =>
  [
    name ?? text.policies.unnamed,
    policyId,
    text.common.networks[network],
    text.policies.origins[origin],
    ...keys.map(({ keyHash }) => keyHash),
  ]
    .join('\n')
    .toLowerCase()

/** The collections under a policy, each with the account that it lives at. */
export const collectionsUnder = <C extends { readonly policy: { readonly policy_id: string } }, A>(
  policyId: string,
  lists: readonly { readonly account: A; readonly collections: readonly C[] }[],
): readonly { readonly account: A; readonly collection: C }[] =>
  lists.flatMap(({ account, collections }) =>
    collections
      .filter(({ policy }) => policy.policy_id === policyId)
      .map((collection) => ({ account, collection })),
  )
