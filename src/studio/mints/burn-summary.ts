import { ColdpressError } from '#values/errors/errors.ts'
import { quoted } from '#values/text/text.ts'
import type { BurnRequest } from '#contract/mints/mint.ts'
import { paymentAddress } from '#cardano/addresses.ts'
import { type Utxo, refText } from '#cardano/utxo.ts'
import { unitOf, type Unit } from '#cardano/value.ts'
import { invalidRequest } from '../server/errors.ts'
import type { Studio } from '../options.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { StoredTokenRow } from '../store/tokens.ts'
import { readChainState, type MintChainState } from './build-context.ts'
import { chainAnswer, requireChain } from './chain.ts'
import { fundingAddressOf } from './create-mint.ts'
import { paymentKeyOf } from './payment-key.ts'

/** Chain data that a burn depends on. */
export type BurnSummary = MintChainState & {
  /** Where the tokens should lie, each once. */
  readonly addresses: readonly string[]
  /** What lies there and can be spent. */
  readonly holders: readonly Utxo[]
}

/**
 * Queries the chain.
 * @throws ColdpressError `invalid` for an address that nobody can sign for; of the gateway
 */
export const summarizeBurn = async (
  studio: Studio,
  collection: CollectionRow,
  request: BurnRequest,
): Promise<BurnSummary> => {
  const { gateway } = requireChain(studio)
  const addresses = await addressesOf(studio, collection, request)
  const [chainState, lying] = await Promise.all([
    readChainState(studio, {
      policyId: collection.policy_id,
      fundingAddress: await fundingAddressOf(studio, collection, request),
      validForSeconds: request.valid_for_seconds,
    }),
    chainAnswer(Promise.all(addresses.map((address) => gateway.utxosAt(address)))),
  ])
  return { ...chainState, addresses, holders: lying.flat() }
}

const addressesOf = async (
  studio: Studio,
  { id }: CollectionRow,
  { addresses: given }: BurnRequest,
): Promise<readonly string[]> => {
  if (given === undefined) return [(await paymentKeyOf(studio, id)).address]
  const read = given.map((text, index) => {
    const { bech32, isScript } = paymentAddress(text, studio.network)
    if (isScript)
      throw invalidRequest([
        `addresses[${index}]: it is that of a script, for which nobody can sign; move the tokens to the address of a key first`,
      ])
    return bech32
  })
  return [...new Set(read)]
}

/** A token to burn with where it lies, and how many of it there are. */
export type LocatedToken = {
  readonly row: StoredTokenRow
  readonly address: string
  readonly quantity: bigint
}

/**
 * Finds the tokens at the addresses of a burn. All of a token must be there: one that is burned
 * exists no more.
 * @throws ColdpressError `conflict` that says where a token is instead, or why it cannot be spent
 */
export const locatedTokens = async (
  studio: Studio,
  { policy_id: policyId }: Pick<CollectionRow, 'policy_id'>,
  rows: readonly StoredTokenRow[],
  { addresses, holders, minted }: BurnSummary,
): Promise<readonly LocatedToken[]> => {
  const { gateway, submissions } = requireChain(studio)
  const there = new Map(minted.map(({ unit, quantity }) => [unit, quantity]))
  const reserved = submissions.reserved()
  const located: LocatedToken[] = []
  for (const row of rows) {
    const unit = unitOf(policyId, Buffer.from(row.asset_name).toString('hex'))
    const quantity = there.get(unit) ?? 0n
    if (quantity === 0n) throw notThere(row, 'the chain has none of it; it was burned elsewhere')
    const holding = holders.filter(({ value }) => value.assets.has(unit))
    if (heldIn(holding, unit) !== quantity) {
      const found = await chainAnswer(gateway.holdersOf(unit))
      const others = found
        .map(({ address }) => address)
        .filter((candidate) => !addresses.includes(candidate))
      throw notThere(row, elsewhereText(addresses, others))
    }
    if (holding.some(({ isSpecial }) => isSpecial === true))
      throw notThere(
        row,
        'it lies in an output with a datum or a script, which would be lost; move it to an output of its own first',
      )
    if (holding.some((utxo) => reserved.has(refText(utxo))))
      throw notThere(
        row,
        'its output is promised to a transaction that is on its way; wait until that is done',
      )
    located.push({ row, address: holding[0]?.address ?? '', quantity })
  }
  return located
}

const heldIn = (utxos: readonly Utxo[], unit: Unit): bigint =>
  utxos.reduce((sum, { value }) => sum + (value.assets.get(unit) ?? 0n), 0n)

const shownAddresses = 3

const elsewhereText = (addresses: readonly string[], others: readonly string[]): string => {
  const where = addresses.length === 1 ? `at ${addresses[0]}` : 'at these addresses'
  if (others.length === 0) return `not all of it is ${where} yet; wait for the next block`
  const shown = others.slice(0, shownAddresses).join(', ')
  const more = others.length > shownAddresses ? ` and ${others.length - shownAddresses} more` : ''
  return `it is not ${where} but at ${shown}${more}. Name that address; whoever has its key signs the burn too`
}

const notThere = ({ asset_name: name }: StoredTokenRow, why: string): ColdpressError =>
  new ColdpressError('conflict', `tokens: ${quoted(name)}: ${why}`)
