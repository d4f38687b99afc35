import { hash } from 'node:crypto'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { Sale, SaleRequest } from '#contract/sales/sale.ts'
import type { MintingClient } from '../api/client.ts'
import { matchesRequest, reserveSale } from './sale-calls.ts'

/** The most sales of one call. */
export const maxSalesAtOnce = 1000

/**
 * A line of the record: `before` is written before a sale is asked for, with the newest sale of the
 * collection; `sale` when it is made; `failed` when the service refused, so that the row may change. `request`: a hash of what was asked for.
 */
export const saleRecordEntry = z.object({
  row: z.int().positive(),
  collection: shortText,
  request: shortText,
  before: shortText.nullable().optional(),
  sale: shortText.optional(),
  failed: z.literal(true).optional(),
})
export type SaleRecordEntry = z.output<typeof saleRecordEntry>

export type CreatedSale = {
  readonly row: number
  readonly state: 'made' | 'made_before' | 'failed'
} & (
  | { readonly sale: Sale; readonly error: null }
  | { readonly sale: null; readonly error: string }
)

type Client = Pick<MintingClient, 'createSale' | 'sales' | 'getSale'>

type Options = {
  readonly collectionId: string
  /** In the order of their rows, which count from 1. */
  readonly requests: readonly SaleRequest[]
  /** What earlier calls have written. */
  readonly record: readonly SaleRecordEntry[]
  /** Returns once the entry is on the disk. */
  readonly append: (entry: SaleRecordEntry) => Promise<void>
  readonly signal: AbortSignal
  readonly onResult: (result: CreatedSale) => void
}

/** Errors of one sale; any other would meet the next too. */
const rowErrors = ['conflict', 'invalid', 'not_found'] as const

/**
 * Makes many sales, one after the other, none twice: what was made, and what may have been made when a
 * call was interrupted, is in the record. An error of one sale is its result, and the others go on.
 * @throws ColdpressError `conflict` for a row that has changed since its sale was made, and as the client
 */
export const createSales = async (
  client: Client,
  options: Options,
): Promise<readonly CreatedSale[]> => {
  const { requests, record, signal, onResult } = options
  const known = new Map<number, SaleRecordEntry>()
  for (const entry of record)
    if (entry.failed === true) known.delete(entry.row)
    else known.set(entry.row, { ...known.get(entry.row), ...entry })
  requireSameRows(options, known)
  const taken = new Set(record.flatMap(({ sale }) => sale ?? []))
  const results: CreatedSale[] = []
  for (const [index, request] of requests.entries()) {
    signal.throwIfAborted()
    const row = index + 1
    const result = await createRow(client, options, { row, request, entry: known.get(row), taken })
    if (result.sale !== null) taken.add(result.sale.id)
    results.push(result)
    onResult(result)
  }
  return results
}

const requireSameRows = (
  { requests, collectionId }: Options,
  known: ReadonlyMap<number, SaleRecordEntry>,
): void => {
  for (const [row, entry] of known) {
    const request = requests[row - 1]
    const isSame = request !== undefined && entry.request === hashOf(request)
    if (isSame && entry.collection === collectionId) continue
    throw new ColdpressError(
      'conflict',
      `Row ${row} or its collection has changed since its sale was made. Give other sales a record of their own. Nothing was made.`,
    )
  }
}

type Row = {
  readonly row: number
  readonly request: SaleRequest
  readonly entry: SaleRecordEntry | undefined
  /** Sales of other rows. */
  readonly taken: ReadonlySet<string>
}

const createRow = async (
  client: Client,
  { collectionId, append }: Options,
  { row, request, entry, taken }: Row,
): Promise<CreatedSale> => {
  const line = { row, collection: collectionId, request: hashOf(request) }
  try {
    if (entry?.sale !== undefined)
      return {
        row,
        state: 'made_before',
        sale: await client.getSale(collectionId, entry.sale),
        error: null,
      }
    const found =
      entry === undefined
        ? undefined
        : await findSince(
            client,
            collectionId,
            entry.before ?? null,
            (sale) => !taken.has(sale.id) && matchesRequest(sale, request),
          )
    if (found === undefined)
      await append({ ...line, before: await newestSale(client, collectionId) })
    const sale = found ?? (await reserveSale(client, collectionId, request))
    await append({ ...line, sale: sale.id })
    return { row, state: found === undefined ? 'made' : 'made_before', sale, error: null }
  } catch (error) {
    if (!isColdpressError(error) || !rowErrors.some((code) => code === error.code)) throw error
    if (entry?.sale === undefined) await append({ ...line, failed: true })
    return { row, state: 'failed', sale: null, error: error.message }
  }
}

const newestSale = async (client: Client, collectionId: string): Promise<string | null> => {
  for await (const { id } of client.sales(collectionId, { order: 'desc', size: 1 })) return id
  return null
}

/** The one sale since another that an interrupted call made. */
const findSince = async (
  client: Client,
  collectionId: string,
  before: string | null,
  isLike: (sale: Sale) => boolean,
): Promise<Sale | undefined> => {
  const found: Sale[] = []
  for await (const sale of client.sales(collectionId, { order: 'desc', size: 100 })) {
    if (sale.id === before) break
    if (isLike(sale)) found.push(sale)
  }
  // Of several alike, the oldest: the later ones are of other callers, or of later rows.
  return found.at(-1)
}

const hashOf = (request: SaleRequest): string => hash('sha256', JSON.stringify(request))
