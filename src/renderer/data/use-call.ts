import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import type { CachedCall, CallInput, CallOutput } from '#shared/calls/contract.ts'
import { call, type CallError } from '../bridge.ts'
import { asCallError, type CallOptions, callQuery } from './call-query.ts'

type Keeping = {
  /** While another question has no answer yet, shows the answer of the question before. */
  readonly keepsPrevious?: boolean
}

/**
 * The answer of a call of the contract: what is known is shown at once and fetched again when a view
 * appears, an event or another call makes it stale, or its interval is over. The newest question's
 * answer wins. `input` undefined: not asked yet.
 */
export const useCall = <N extends CachedCall>(
  name: N,
  input: CallInput<N> | undefined,
  { keepsPrevious = false, ...options }: CallOptions<CallOutput<N>> & Keeping = {},
) =>
  useQuery({
    ...callQuery(name, input, options),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })

/**
 * The answers of a call that answers page by page. When they become stale, all pages that were loaded
 * are fetched again in their order and replaced together.
 */
export const useCallPages = <N extends CachedCall, Cursor>(
  name: N,
  {
    first,
    input,
    next,
    keepsPrevious = false,
  }: {
    readonly first: Cursor
    readonly input: (cursor: Cursor) => CallInput<N>
    /** Where the page after these starts; undefined: there is none. */
    readonly next: (last: CallOutput<N>, all: readonly CallOutput<N>[]) => Cursor | undefined
  } & Keeping,
) => {
  const query = useInfiniteQuery<
    CallOutput<N>,
    CallError,
    InfiniteData<CallOutput<N>>,
    QueryKey,
    Cursor
  >({
    queryKey: [name, 'pages', input(first)],
    // The page's parameter is whatever `next` gave, which the types of the library do not know.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    queryFn: ({ pageParam }) => asCallError(call(name, input(pageParam as Cursor))),
    initialPageParam: first,
    getNextPageParam: next,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  // Read here, not in `loadMore`: the library renders again only for what a render has read.
  const { hasNextPage, isFetching, fetchNextPage } = query
  return {
    pages: query.data?.pages,
    error: query.error,
    refetch: query.refetch,
    /** Fetches the page after the last one; nothing where there is none or a fetch is under way. */
    loadMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
  }
}
