import type { CollectionFacts } from '#shared/calls/collections.ts'

/** The collections whose name or policy id contains the words, in the order they came. */
export const foundCollections = (
  collections: readonly CollectionFacts[],
  search: string,
): readonly CollectionFacts[] => {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return collections
  return collections.filter(
    ({ name, policy }) =>
      name.toLowerCase().includes(wanted) || policy.policy_id.toLowerCase().includes(wanted),
  )
}
