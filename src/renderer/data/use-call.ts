import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import type { CachedCall, CallInput, CallOutput } from '#contract/window/calls.ts'
import { call, type CallError } from '../bridge.ts'
import { asCallError, type CallQueryOptions, callQuery } from './call-query.ts'

type Keeping = {
  /** While a new input loads, shows the answer of the previous one. */
  readonly keepsPrevious?: boolean
}

/**
 * The answer of a call. Shows a known answer at once, and fetches again when a view appears, when
 * an event or another call makes it stale, or at its interval. The newest input's answer wins.
 * `input` undefined: do not fetch yet.
 */
export const useCall = <N extends CachedCall>(
  name: N,
  input: CallInput<N> | undefined,
  { keepsPrevious = false, ...options }: CallQueryOptions<CallOutput<N>> & Keeping = {},
) =>
  useQuery({
    ...callQuery(name, input, options),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })

/**
 * The answers of a call with pages. Stale pages are all fetched again in order and replaced
 * together.
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
    /** The cursor of the next page; undefined: there is none. */
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
    // The page parameter is what `next` returned, which the library's types do not express.
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
    /** Fetches the next page, unless there is none or a fetch is in progress. */
    loadMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
  }
}
