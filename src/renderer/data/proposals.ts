import { pageSize } from './import-draft.ts'
import { useCall } from './use-call.ts'

/** A token of a proposal by its place, and how many there are. `id` undefined: there is no proposal. */
export const useProposedToken = (id: string | undefined, index: number) => {
  const offset = index - (index % pageSize)
  const { data, error } = useCall(
    'collections.proposedTokens',
    id === undefined ? undefined : { proposal: id, offset, limit: pageSize },
  )
  return { token: data?.tokens[index - offset], total: data?.total ?? 0, error }
}
