import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import type { SaleRoundRequest } from '#contract/rounds/sale-round.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import { maxParallelCalls } from '#chain/submission/at-once.ts'
import { requireChain } from '../mints/chain.ts'
import { signHere } from '../mints/sign.ts'
import type { Studio } from '../options.ts'
import { carryOut, type SaleBuilder, saleBuilder } from '../sales/deliver/process.ts'
import { requireCollection } from '../seals/require-collection.ts'
import { existingCollection } from '../store/collections.ts'
import { addToRound, insertRound } from '../store/sale-rounds.ts'
import type { SaleRow } from '../store/sales.ts'
import { waitingSales } from './waiting-sales.ts'

/** A day: enough to carry a file to another machine and back. */
const usualSeconds = 86_400

/**
 * Builds the transactions of a collection's waiting sales, most urgent first, stores them as one round
 * and signs with the keys that are here. What does not fit waits for the next round.
 * @returns the round's id
 * @throws ColdpressError `conflict` when no sale waits, or none can be built; of the gateway. Nothing
 * has changed then, except for sales that failed
 */
export const createRound = async (
  studio: Studio,
  collectionId: string,
  { valid_for_seconds: validForSeconds = usualSeconds }: SaleRoundRequest,
): Promise<string> => {
  const collection = existingCollection(studio, collectionId)
  requireChain(studio)
  await requireCollection(studio, collection)
  const waiting = waitingSales(studio, collectionId)
    .slice(0, limits.salesPerRound)
    .map(({ sale }) => sale)
  if (waiting.length === 0)
    throw new ColdpressError(
      'conflict',
      'rounds: no paid sale of this collection waits for a signature from elsewhere',
    )
  const builders = await buildersOf(studio, waiting, validForSeconds)
  const id = studio.nextId()
  const mintIds = studio.database.transact(() => {
    const made = waiting.flatMap((sale) => {
      const build = builders.get(sale.id)
      return (build && carryOut(studio, sale.id, build)) ?? []
    })
    if (made.length === 0) return made
    const created_at = studio.now().toISOString()
    insertRound(studio.database, { id, collection_id: collectionId, created_at })
    for (const mintId of made) addToRound(studio.database, id, mintId)
    return made
  })
  if (mintIds.length === 0)
    throw new ColdpressError(
      'conflict',
      'rounds: none of the waiting sales could be built; each of them says why',
    )
  for (const mintId of mintIds) await signHere(studio, mintId)
  return id
}

/** One sale that cannot be trusted holds up no other: it goes on waiting, and its owner is told. */
const buildersOf = async (
  studio: Studio,
  sales: readonly SaleRow[],
  validForSeconds: number,
): Promise<ReadonlyMap<string, SaleBuilder>> => {
  const builders = new Map<string, SaleBuilder>()
  const errors: ColdpressError[] = []
  await inParallel(sales, maxParallelCalls(studio.network), async (sale) => {
    try {
      builders.set(sale.id, await saleBuilder(studio, sale, { held: false, validForSeconds }))
    } catch (error) {
      if (!(error instanceof ColdpressError) || !isOfOneSale(error)) throw error
      errors.push(error)
      studio.notify(leftOut(studio, sale, error))
    }
  })
  const [first] = errors
  if (first !== undefined && builders.size === 0) throw first
  return builders
}

const isOfOneSale = ({ code }: ColdpressError): boolean =>
  code === 'conflict' || code === 'service_error'

const leftOut = ({ network }: Studio, sale: SaleRow, error: ColdpressError) => ({
  level: 'error' as const,
  message: `Sale ${sale.id} is not in the signing round. ${messageOf(error)}`,
  details: { network, collection: sale.collection_id, sale: sale.id },
})
