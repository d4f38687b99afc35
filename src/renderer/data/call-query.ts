import { queryOptions, skipToken } from '@tanstack/react-query'
import type { CachedCall, CallInput, CallOutput } from '#contract/window/calls.ts'
import { call, CallError, errorInfoFrom } from '../bridge.ts'
import { intervalOf } from './intervals.ts'

/** The key of a call's answer. Its first part alone matches every answer of the call. */
export const callKey = <N extends CachedCall>(name: N, input: CallInput<N>) =>
  [name, input] as const

/** Answers that change only through a call of this window or an event: fetched once. */
const pushed: ReadonlySet<CachedCall> = new Set<CachedCall>([
  'app.info',
  'app.settings',
  'app.recentFolders',
  'app.crashReports',
  'collections.proposedTokens',
  'vault.status',
  'events.unread',
  'events.names',
  'imports.issues',
  'imports.rows',
  'imports.tokens',
])

export type CallQueryOptions<T> = {
  /** Wraps the call, for example to ask for the vault's passphrase when the vault is locked. */
  readonly through?: (work: () => Promise<T>) => Promise<T>
  /** Keeps a part of the known answer, such as a time that must not jump. */
  readonly settle?: (fresh: T, known: T | undefined) => T
  /** Fetches again at the interval in `intervals`; on by default. */
  readonly polls?: boolean
}

/** `input` undefined: do not fetch yet. */
export const callQuery = <N extends CachedCall>(
  name: N,
  input: CallInput<N> | undefined,
  {
    through = (work) => work(),
    settle = (fresh) => fresh,
    polls = true,
  }: CallQueryOptions<CallOutput<N>> = {},
) =>
  queryOptions<CallOutput<N>>({
    // JSON, by which keys are compared, writes undefined as null, the input of many calls.
    queryKey: input === undefined ? [name, input, 'not asked'] : [name, input],
    queryFn:
      input === undefined
        ? skipToken
        : async ({ client }) => {
            const fresh = await asCallError(through(() => call(name, input)))
            return settle(fresh, client.getQueryData<CallOutput<N>>(callKey(name, input)))
          },
    ...(pushed.has(name) ? { staleTime: Infinity } : {}),
    ...(polls ? { refetchInterval: (query) => intervalOf(name, query.state.data) } : {}),
  })

/** @throws CallError for any thrown value */
export const asCallError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof CallError ? error : new CallError(errorInfoFrom(error))
  })
