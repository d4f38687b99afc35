import { randomInt } from 'node:crypto'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { bytesOf, quoted } from '#values/text/text.ts'
import type { Database } from '#platform/db/database.ts'
import type { SaleRequest } from '#contract/sales/sale.ts'
import { namesOnChain } from '../../mints/store.ts'
import { namedTokens, onChainAlready, requireFree } from '../../mints/requested-tokens.ts'
import type { Studio } from '../../options.ts'
import type { CollectionRow } from '../../store/collections.ts'
import {
  findTokens,
  type OfferedToken,
  placesForSale,
  tokenForSale,
  tokenForSaleAt,
  type StoredTokenRow,
  tokensForSale,
} from '../../store/tokens.ts'

/** Chain data needed to choose tokens. */
export type ChoiceContext = {
  /** By asset name: whether it is on chain. */
  readonly isOnChain: ReadonlyMap<string, boolean>
  /** Names in cancelled mints that can still reach the chain. */
  readonly signable: ReadonlySet<string>
  /** Somebody without a key gets only what is for sale; its seller may name what is held back. */
  readonly isVisitor: boolean
  /** Ids drawn earlier; they are drawn again while they are for sale. */
  readonly drawn: readonly string[]
}

const fitsLedger = ({ asset_name: name }: Pick<StoredTokenRow, 'asset_name'>): boolean =>
  bytesOf(name) <= limits.ledgerAssetNameBytes

type Choose<Type> = (
  studio: Studio,
  collection: CollectionRow,
  request: Extract<SaleRequest, { type: Type }>,
  choiceContext: ChoiceContext,
) => readonly StoredTokenRow[]

/**
 * Names that the request may reserve; undefined where that is any of the collection. `chooseTokens`
 * reports tokens that don't exist.
 */
export const namesInQuestion = (
  { database }: Pick<Studio, 'database'>,
  collection: CollectionRow,
  request: SaleRequest,
): readonly string[] | undefined =>
  request.type === 'fixed'
    ? findTokens(database, collection.id, request.tokens).map((token) => token.asset_name)
    : undefined

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
  choiceContext: ChoiceContext,
): readonly StoredTokenRow[] =>
  request.type === 'fixed'
    ? chooseNamed(studio, collection, request, choiceContext)
    : draw(studio, collection, request, choiceContext)

const chooseNamed: Choose<'fixed'> = (
  studio,
  collection,
  { tokens },
  { signable, isOnChain, isVisitor },
) => {
  const rows = namedTokens(studio, collection.id, tokens)
  requireFree(rows, 'sold')
  if (isVisitor && rows.some(({ status }) => status !== 'FOR_SALE'))
    throw new ColdpressError('conflict', 'tokens: one is held back, so nobody else can reserve it')
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

const draw: Choose<'random'> = (studio, collection, { quantity }, choiceContext) => {
  const { database } = studio
  const mayBeDrawn = (token: OfferedToken): boolean =>
    fitsLedger(token) &&
    !choiceContext.signable.has(token.asset_name) &&
    choiceContext.isOnChain.get(token.asset_name) !== true
  const kept = choiceContext.drawn.filter((id) => {
    const token = tokenForSale(database, collection, id)
    return token !== undefined && mayBeDrawn(token)
  })
  const drawn =
    drawByPlace(database, collection, { kept, quantity, mayBeDrawn }) ??
    drawFromAll(tokensForSale(database, collection).filter(mayBeDrawn), { kept, quantity })
  return findTokens(database, collection.id, drawn)
}

type Draw = {
  /** Ids drawn before. */
  readonly kept: readonly string[]
  readonly quantity: number
}

/**
 * With a token at every n-th place, so many places for each token wanted find none in e^(-200/n) of
 * all draws; all tokens are read then.
 */
const placesTried = 200

/**
 * Draws places in the order of creation, each as likely as any other, until there are tokens at enough
 * of them. As every token has one place, each is as likely as any other too; and however many there
 * are, no other is read.
 * @returns undefined where too few places had a token: what was drawn says nothing about the rest
 */
const drawByPlace = (
  database: Database,
  collection: CollectionRow,
  { kept, quantity, mayBeDrawn }: Draw & { readonly mayBeDrawn: (token: OfferedToken) => boolean },
): readonly string[] | undefined => {
  const places = placesForSale(database, collection.id)
  if (places === undefined) return undefined
  const drawn = new Set(kept)
  for (let tries = placesTried * quantity; tries > 0 && drawn.size < quantity; tries -= 1) {
    const seq = places.first + randomInt(places.last - places.first + 1)
    const token = tokenForSaleAt(database, collection, seq)
    if (token !== undefined && mayBeDrawn(token)) drawn.add(token.id)
  }
  return drawn.size < quantity ? undefined : [...drawn]
}

/** @throws ColdpressError `conflict` when too few are left */
const drawFromAll = (all: readonly OfferedToken[], { kept, quantity }: Draw): readonly string[] => {
  if (all.length < quantity) {
    throw new ColdpressError(
      'conflict',
      `quantity: ${quantity} wanted, but only ${all.length} of the collection's tokens can be sold now`,
    )
  }
  const drawn = [...kept]
  const rest = all.map(({ id }) => id).filter((id) => !kept.includes(id))
  while (drawn.length < quantity) drawn.push(...rest.splice(randomInt(rest.length), 1))
  return drawn
}
