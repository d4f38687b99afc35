import { z } from 'zod'
import type { WholeSale } from '#contract/sales/sale.ts'
import type { SaleStatus } from '#contract/sales/sale-status.ts'
import { Database } from '#platform/db/database.ts'
import type { TestStudio } from '../open-studio.ts'
import { readSale, saleOf } from './sale-harness.ts'
import { until } from '../../support/until.ts'

const ends = new Set(['COMPLETED', 'REFUNDED'])

/** Waits until a sale is in a status; one that ended in another will never be. */
export const saleReaches = async (
  studio: TestStudio,
  sold: WholeSale,
  status: SaleStatus,
): Promise<WholeSale> => {
  let now = await readSale(studio, sold.id)
  await until(async () => {
    now = await readSale(studio, sold.id)
    if (now.status !== status && ends.has(now.status))
      throw new Error(`${now.status} instead of ${status}: ${JSON.stringify(now.error)}`)
    return now.status === status
  })
  return now
}

export const resolve = (studio: TestStudio, { id }: WholeSale, action: string, to?: string) =>
  studio.call('POST', `/sales/${id}/resolve`, { action, ...(to === undefined ? {} : { to }) })

export const resolved = async (studio: TestStudio, sold: WholeSale, action: string, to?: string) =>
  saleOf(await resolve(studio, sold, action, to))

const eventRow = z.object({
  status: z.string(),
  tokens: z.string().transform((text): unknown => JSON.parse(text)),
  error: z
    .string()
    .nullable()
    .transform((text): unknown => (text === null ? null : JSON.parse(text))),
})

/** A sale's events, in the order in which they happened. */
export const eventsOf = async (studio: TestStudio, { id }: WholeSale) => {
  const database = new Database(studio.databasePath, [])
  const rows = database.all(
    eventRow,
    'SELECT status, tokens, error FROM events WHERE sale_id = :id ORDER BY seq',
    { id },
  )
  database.close()
  return rows
}
