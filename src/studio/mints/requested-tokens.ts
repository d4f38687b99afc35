import { ColdpressError } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import type { MintRequest } from '#contract/mints/mint.ts'
import { tokenStatusWords } from '#contract/tokens/token.ts'
import { invalidRequest } from '../server/errors.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import { allForSale, findTokens, type StoredTokenRow } from '../store/tokens.ts'
import { namesOnChain } from './store.ts'

export type RequestedToken = { readonly row: StoredTokenRow; readonly address: string }

const listTokens = (tokens: readonly StoredTokenRow[]): string =>
  listFirst(
    tokens.map(({ asset_name: name, status }) => `${quoted(name)} is ${tokenStatusWords[status]}`),
  )

/** The first names for a message, and how many more there are. */
export const namesOf = (tokens: readonly Pick<StoredTokenRow, 'asset_name'>[]): string =>
  listFirst(tokens.map(({ asset_name: name }) => quoted(name)))

const listFirst = (all: readonly string[]): string =>
  `${all.slice(0, 5).join(', ')}${all.length > 5 ? ` and ${all.length - 5} more` : ''}`

/**
 * The tokens of a request, each with its receiver.
 * @throws ColdpressError `invalid` for a missing or repeated token, or one without a receiver;
 * `conflict` for one that cannot be minted now
 */
export const requestedTokens = (
  studio: Studio,
  collection: CollectionRow,
  request: MintRequest,
): readonly RequestedToken[] => {
  const rows = rowsOf(studio, collection, request.tokens)
  requireFree(rows, 'minted')
  const doubled = namesOnChain(
    studio.database,
    collection.policy_id,
    rows.map(({ id }) => id),
  )
  if (doubled.length > 0) throw onChainAlready(doubled)
  const addressOf = receivers(request.to, rows)
  return rows.map((row) => ({ row, address: addressOf(row.id) }))
}

/**
 * @param what the intended action
 * @throws ColdpressError `conflict` that names the tokens that are minted or reserved
 */
export const requireFree = (rows: readonly StoredTokenRow[], what: 'minted' | 'sold'): void => {
  const taken = rows.filter(({ status }) => status !== 'OPEN' && status !== 'FOR_SALE')
  if (taken.length === 0) return
  const burned = taken.filter(({ status }) => status === 'BURNED')
  if (burned.length > 0)
    throw new ColdpressError(
      'conflict',
      `tokens: ${namesOf(burned)} ${burned.length === 1 ? 'was' : 'were'} burned, for good, so ${burned.length === 1 ? 'it' : 'they'} cannot be ${what} again. Choose other tokens.`,
    )
  const isReleasable = taken.some(({ status }) => status === 'RESERVED' || status === 'MINTING')
  throw new ColdpressError(
    'conflict',
    `tokens: ${listTokens(taken)}, so ${taken.length === 1 ? 'it' : 'they'} cannot be ${what}. Choose other tokens${isReleasable ? ', or first cancel the sale or the mint that has them' : ''}.`,
  )
}

/** Minting a name twice would make two of one token, permanently. */
export const onChainAlready = (names: readonly string[]): ColdpressError =>
  new ColdpressError(
    'conflict',
    `tokens: ${listFirst(names.map(quoted))}: minted under this policy already, or about to be; each may exist once`,
  )

const rowsOf = (
  studio: Studio,
  { id: collectionId }: CollectionRow,
  tokens: MintRequest['tokens'],
): readonly StoredTokenRow[] => {
  if (tokens !== 'all') return namedTokens(studio, collectionId, tokens)
  const rows = allForSale(studio.database, collectionId)
  if (rows.length > 0) return rows
  throw new ColdpressError(
    'conflict',
    'tokens: the collection has none that can be minted. A token that is held back is minted by its ID.',
  )
}

/** @throws ColdpressError `invalid` for a missing or repeated token */
export const namedTokens = (
  { database }: Pick<Studio, 'database'>,
  collectionId: string,
  ids: readonly string[],
): readonly StoredTokenRow[] => {
  const rows = findTokens(database, collectionId, ids)
  const known = new Set(rows.map(({ id }) => id))
  const errors = ids.flatMap((id, index) => {
    if (!known.has(id)) return [`tokens[${index}]: there is no token of this id in the collection`]
    return ids.indexOf(id) < index ? [`tokens[${index}]: listed twice`] : []
  })
  if (errors.length > 0) throw invalidRequest(errors)
  return rows
}

const receivers = (
  to: MintRequest['to'],
  rows: readonly StoredTokenRow[],
): ((tokenId: string) => string) => {
  if (typeof to === 'string') return () => to
  const wanted = new Set(rows.map(({ id }) => id))
  const addresses = new Map<string, string>()
  const errors = to.flatMap(({ address, tokens }, at) =>
    tokens.flatMap((id, index) => {
      const path = `to[${at}].tokens[${index}]`
      if (!wanted.has(id)) return [`${path}: not among tokens`]
      if (addresses.has(id)) return [`${path}: has a receiver already`]
      addresses.set(id, address)
      return []
    }),
  )
  for (const { id, asset_name: name } of rows)
    if (!addresses.has(id)) errors.push(`to: nobody receives ${quoted(name)}`)
  if (errors.length > 0) throw invalidRequest(errors)
  return (tokenId) => addresses.get(tokenId) ?? ''
}
