import { randomInt } from 'node:crypto'
import { ColdpressError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { bytesOf, quoted } from '#shared/text.ts'
import type { SaleRequest } from '#shared/wire/sale.ts'
import { namesOnChain } from '../mints/store.ts'
import { namedTokens, onChainAlready, requireFree } from '../mints/requested-tokens.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import { findTokens, type TokenRow, tokensForSale } from '../store/tokens.ts'

/** Chain data needed to choose tokens. */
export type ChoiceFacts = {
  /** By asset name: whether it is on chain. */
  readonly isOnChain: ReadonlyMap<string, boolean>
  /** Names in cancelled mints that can still reach the chain. */
  readonly signable: ReadonlySet<string>
  /** Ids drawn earlier; they are drawn again while they are for sale. */
  readonly drawn: readonly string[]
}

const fitsLedger = ({ asset_name: name }: Pick<TokenRow, 'asset_name'>): boolean =>
  bytesOf(name) <= limits.ledgerAssetNameBytes

type Choose<Type> = (
  studio: Studio,
  collection: CollectionRow,
  request: Extract<SaleRequest, { type: Type }>,
  facts: ChoiceFacts,
) => readonly TokenRow[]

/** Names that the request may reserve. `chooseTokens` reports tokens that don't exist. */
export const namesInQuestion = (
  { database }: Pick<Studio, 'database'>,
  collection: CollectionRow,
  request: SaleRequest,
): readonly string[] =>
  (request.type === 'fixed'
    ? findTokens(database, collection.id, request.tokens)
    : tokensForSale(database, collection)
  ).map((token) => token.asset_name)

/**
 * The tokens of a sale: the named ones, or random ones from those for sale (drawn with the system's
 * randomness).
 * @throws ColdpressError `invalid` for a missing or repeated token; `conflict` for tokens that cannot be sold
 * now, or when too few are left
 */
export const chooseTokens = (
  studio: Studio,
  collection: CollectionRow,
  request: SaleRequest,
  facts: ChoiceFacts,
): readonly TokenRow[] =>
  request.type === 'fixed'
    ? chooseNamed(studio, collection, request, facts)
    : draw(studio, collection, request, facts)

const chooseNamed: Choose<'fixed'> = (studio, collection, { tokens }, { signable, isOnChain }) => {
  const rows = namedTokens(studio, collection.id, tokens)
  requireFree(rows, 'sold')
  const doubled = [
    ...namesOnChain(studio.database, collection.policy_id, tokens),
    ...rows.map((row) => row.asset_name).filter((name) => isOnChain.get(name) === true),
  ]
  if (doubled.length > 0) throw onChainAlready([...new Set(doubled)])
  const long = rows.find((row) => !fitsLedger(row))
  if (long !== undefined) {
    throw new ColdpressError(
      'conflict',
      `tokens: ${quoted(long.asset_name)} is ${bytesOf(long.asset_name)} bytes long, but the ledger allows ${limits.ledgerAssetNameBytes} in an asset name, so it can never be minted. Change its asset_name.`,
    )
  }
  const open = rows.find(({ asset_name: name }) => signable.has(name))
  if (open === undefined) return rows
  throw new ColdpressError(
    'conflict',
    `tokens: ${quoted(open.asset_name)} is in a mint that was cancelled when others may have had a copy of it, and it can still be sent. Wait until its validity has ended, or sell another token.`,
  )
}

const draw: Choose<'random'> = (studio, collection, { quantity }, facts) => {
  const { database } = studio
  const pool = tokensForSale(database, collection)
    .filter(fitsLedger)
    .filter(({ asset_name: name }) => !facts.signable.has(name))
    .filter(({ asset_name: name }) => facts.isOnChain.get(name) !== true)
    .map(({ id }) => id)
  if (pool.length < quantity) {
    throw new ColdpressError(
      'conflict',
      `quantity: ${quantity} wanted, but only ${pool.length} of the collection's tokens can be sold now`,
    )
  }
  const kept = facts.drawn.filter((id) => pool.includes(id))
  const rest = pool.filter((id) => !kept.includes(id))
  while (kept.length < quantity) kept.push(...rest.splice(randomInt(rest.length), 1))
  return findTokens(database, collection.id, kept)
}
