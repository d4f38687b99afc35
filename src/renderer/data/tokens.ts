import { queryOptions, useQuery } from '@tanstack/react-query'
import { type TokenView, type TokenRow, tokenRow } from '#contract/collections/calls.ts'
import { pricesPerCall } from '#contract/sales/calls.ts'
import { cursorGuard } from '#values/bounds/cursor-guard.ts'
import { call } from '../bridge.ts'
import { asCallError } from './call-query.ts'
import type { CollectionRef } from './minting.ts'
import { queryClient } from './query-client.ts'

/** `cursor` leads to the tokens not loaded yet; null: all are loaded. */
export type LoadedTokens = { readonly rows: readonly TokenRow[]; readonly cursor: string | null }

/**
 * All tokens of a collection, page by page. After an error, loading continues with the failed page.
 */
export const tokensQuery = ({ accountId, collectionId }: CollectionRef) =>
  queryOptions({
    queryKey: ['tokens.page', 'all', { accountId, collectionId }],
    queryFn: ({ signal }): Promise<LoadedTokens> =>
      asCallError(loadTokens({ accountId, collectionId }, signal)),
    // Comparing ten thousand rows with each page costs more than it saves.
    structuralSharing: false,
    // Many components read them; the view that opens marks them as stale.
    staleTime: Infinity,
  })

/** The tokens of a collection as far as they are loaded; undefined: none was asked for. */
export const knownTokens = (collectionRef: CollectionRef): LoadedTokens | undefined =>
  queryClient.getQueryData(tokensQuery(collectionRef).queryKey)

/**
 * Shows rows as they arrive the first time, and later replaces them together, so that nothing
 * jumps.
 */
const loadTokens = async (
  collectionRef: CollectionRef,
  signal: AbortSignal,
): Promise<LoadedTokens> => {
  const follow = cursorGuard('tokens')
  const known = knownTokens(collectionRef)
  const isFirst = known === undefined || known.cursor !== null
  let loaded: LoadedTokens = isFirst && known !== undefined ? known : { rows: [], cursor: null }
  do {
    const page = await call('tokens.page', { ...collectionRef, cursor: loaded.cursor })
    signal.throwIfAborted()
    if (page.cursor !== null) follow(page.cursor)
    // A token may have been removed from the rows that are shown.
    const { rows } = (isFirst ? knownTokens(collectionRef) : undefined) ?? loaded
    loaded = { rows: [...rows, ...page.tokens], cursor: page.cursor }
    if (isFirst && page.cursor !== null)
      queryClient.setQueryData(tokensQuery(collectionRef).queryKey, loaded)
  } while (loaded.cursor !== null)
  return loaded
}

const none: readonly TokenRow[] = []

/** `collectionRef` undefined: there are none to load. */
export const useTokens = (collectionRef: CollectionRef | undefined) => {
  const { data, error, isFetching, refetch } = useQuery({
    ...tokensQuery(collectionRef ?? { accountId: '', collectionId: '' }),
    enabled: collectionRef !== undefined,
  })
  return { tokens: data?.rows ?? none, loaded: data, isLoading: isFetching, error, refetch }
}

const changeRows = (
  collectionRef: CollectionRef,
  changed: (rows: readonly TokenRow[]) => readonly TokenRow[],
): void => {
  queryClient.setQueryData(
    tokensQuery(collectionRef).queryKey,
    (known) => known && { ...known, rows: changed(known.rows) },
  )
}

/** Fetches tokens again that were loaded on an earlier visit. */
export const reopenTokens = (collectionRef: CollectionRef): void => {
  if (knownTokens(collectionRef) === undefined) return
  void queryClient.invalidateQueries({ queryKey: tokensQuery(collectionRef).queryKey })
}

/** Fetches a collection with its tokens again if shown; keeps the known rows meanwhile. */
export const refreshCollection = async (): Promise<void> => {
  await Promise.all(
    ['collections.get', 'tokens.page'].map((name) =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  )
}

/** Removes deleted tokens at once, whatever the service still lists. */
export const removeTokens = (collectionRef: CollectionRef, ids: ReadonlySet<string>): void => {
  changeRows(collectionRef, (rows) => rows.filter(({ id }) => !ids.has(id)))
  void refreshCollection()
}

/** Shows an edited token at once. */
export const showUpdatedToken = (collectionRef: CollectionRef, token: TokenView): void => {
  const changed = tokenRow.parse(token)
  changeRows(collectionRef, (rows) => rows.map((row) => (row.id === changed.id ? changed : row)))
}

/**
 * Gives tokens back the prices that they had. What was accepted for those prices is not asked again.
 * @throws Error with what the service says of the first token that cannot have its price back, after
 * the others have theirs
 */
export const restorePrices = async (
  collectionRef: CollectionRef,
  tokens: readonly Pick<TokenRow, 'id' | 'price'>[],
): Promise<void> => {
  const accepted = { skipsRehearsal: true, acceptsLocalImages: true, acceptsUnfetchedImages: true }
  const refusals: string[] = []
  for (let start = 0; start < tokens.length; start += pricesPerCall) {
    const prices = tokens
      .slice(start, start + pricesPerCall)
      .map(({ id, price = null }) => ({ tokenId: id, price }))
    const priced = { ...collectionRef, ...accepted, prices }
    const { changed, failed } = await call('sales.setTokenPrices', priced)
    await showUpdatedRows(collectionRef, changed)
    refusals.push(...failed.map(({ message }) => message))
  }
  const [first] = refusals
  if (first !== undefined) throw new Error(first)
}

/** Shows changed tokens at once, of which only their rows were answered. */
export const showUpdatedRows = async (
  collectionRef: CollectionRef,
  updated: readonly TokenRow[],
): Promise<void> => {
  const changed = new Map(updated.map((row) => [row.id, row]))
  changeRows(collectionRef, (rows) => rows.map((row) => changed.get(row.id) ?? row))
  await queryClient.invalidateQueries({ queryKey: ['tokens.get'] })
}

type KnownState = Pick<TokenRow, 'status' | 'is_sold'>

/** Applies known states, and fetches only the collection's counts. */
export const updateStates = async (
  collectionRef: CollectionRef,
  states: ReadonlyMap<string, KnownState>,
): Promise<void> => {
  changeRows(collectionRef, (rows) =>
    rows.map((row) => {
      const { status, is_sold: isSold } = { ...row, ...states.get(row.id) }
      return status === row.status && isSold === row.is_sold
        ? row
        : { ...row, ...states.get(row.id) }
    }),
  )
  await queryClient.invalidateQueries({ queryKey: ['collections.get'] })
}
