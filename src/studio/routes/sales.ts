import { isColdpressError, messageOf } from '#shared/errors.ts'
import { pageOf, pageQuery } from '#shared/wire/page.ts'
import { resolveRequest, type Sale, sale, saleRequest } from '#shared/wire/sale.ts'
import { existingCollection } from '../store/collections.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../paging.ts'
import { cancelSale } from '../sales/cancel.ts'
import { existingSale, existingSaleIn, existingSaleOf } from '../sales/existing-sale.ts'
import { createSale } from '../sales/reserve.ts'
import { requireSale } from '../sales/require-sale.ts'
import { resolveSale } from '../sales/resolve.ts'
import { saleView } from '../sales/sale-view.ts'
import { listSales, type SaleRow } from '../store/sales.ts'
import {
  collectionParams,
  collectionSaleParams,
  errors,
  saleParams,
  type StudioApp,
  tokenSaleParams,
} from './app-type.ts'

const tags = ['Sales']
const path = '/nft/collections/:collection_id/sales'

export const addSaleRoutes = (app: StudioApp, studio: Studio): void => {
  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Reserve tokens for a buyer, at an address of their own',
        params: collectionParams,
        body: saleRequest,
        response: { 201: sale, ...errors },
      },
    },
    async ({ params, body, host }, reply) => {
      const row = await createSale(studio, params.collection_id, body)
      return reply.code(201).send(saleView(studio, row, host))
    },
  )

  app.get(
    path,
    {
      schema: {
        tags,
        summary: "List a collection's sales",
        params: collectionParams,
        querystring: pageQuery,
        response: { 200: pageOf(sale), ...errors },
      },
    },
    async ({ params, query, host }) => {
      const { id } = existingCollection(studio, params.collection_id)
      const scope = `sales/${id}`
      const start = pageStart(query, scope)
      const rows = listSales(studio.database, id, start)
      const { data, cursor } = pageOfRows(rows, start, scope, (row) =>
        listedSale(studio, row, host),
      )
      return { data: await Promise.all(data), cursor }
    },
  )

  addOneSaleRoutes(app, studio)
  addResolveRoutes(app, studio)
  addCancelRoutes(app, studio)
}

/** Where a payment is awaited, whoever reads the sale may pass its address on. */
const shownSale = async (studio: Studio, row: SaleRow, host: string): Promise<Sale> => {
  if (row.status === 'RESERVED' || row.status === 'UNRESOLVED_UNDERPAID')
    await requireSale(studio, row)
  return saleView(studio, row, host)
}

/** One sale that is not as it was sealed hides no other: it is listed with the error, to be paid nowhere. */
const listedSale = async (studio: Studio, row: SaleRow, host: string): Promise<Sale> => {
  try {
    return await shownSale(studio, row, host)
  } catch (error) {
    if (!isColdpressError(error, 'conflict') && !isColdpressError(error, 'vault_locked'))
      throw error
    const reason = messageOf(error)
    return {
      ...saleView(studio, row, host),
      payment_address: '',
      error: [{ name: 'NotConfirmedError', message: { reason } }],
    }
  }
}

/** Each is served by the sale's id alone, and under its collection. */
const addOneSaleRoutes = (app: StudioApp, studio: Studio): void => {
  const read = { tags, summary: 'Read a sale', response: { 200: sale, ...errors } }

  app.get('/sales/:sale_id', { schema: { ...read, params: saleParams } }, async (request) =>
    shownSale(studio, existingSale(studio, request.params.sale_id), request.host),
  )

  app.get(
    `${path}/:sale_id`,
    { schema: { ...read, params: collectionSaleParams } },
    async ({ params, host }) =>
      shownSale(studio, existingSaleIn(studio, params.collection_id, params.sale_id), host),
  )
}

const addResolveRoutes = (app: StudioApp, studio: Studio): void => {
  const resolve = {
    tags,
    summary: 'Decide about a sale that went wrong: one of its resolutions',
    body: resolveRequest,
    response: { 200: sale, ...errors },
  }

  app.post(
    '/sales/:sale_id/resolve',
    { schema: { ...resolve, params: saleParams } },
    async ({ params, body, host }) =>
      saleView(studio, await resolveSale(studio, params.sale_id, body), host),
  )

  app.post(
    `${path}/:sale_id/resolve`,
    { schema: { ...resolve, params: collectionSaleParams } },
    async ({ params, body, host }) => {
      const { id } = existingSaleIn(studio, params.collection_id, params.sale_id)
      return saleView(studio, await resolveSale(studio, id, body), host)
    },
  )
}

const addCancelRoutes = (app: StudioApp, studio: Studio): void => {
  const response = { 200: sale, ...errors }
  const summary = 'Cancel a sale that nobody has paid for'
  const cancel = { tags, summary, response }
  const older = { ...cancel, summary: `${summary}, as older clients do` }
  const cancelled = (id: string, host: string) => saleView(studio, cancelSale(studio, id), host)

  app.post(
    '/sales/:sale_id/cancel',
    { schema: { ...cancel, params: saleParams } },
    async ({ params, host }) => cancelled(params.sale_id, host),
  )

  app.post(
    `${path}/:sale_id/cancel`,
    { schema: { ...cancel, params: collectionSaleParams } },
    async ({ params, host }) =>
      cancelled(existingSaleIn(studio, params.collection_id, params.sale_id).id, host),
  )

  app.post(
    '/tokens/:token_id/sales/:sale_id',
    { schema: { ...older, params: tokenSaleParams } },
    async ({ params, host }) => cancelled(existingSaleOf(studio, params).id, host),
  )

  app.post(
    '/nft/collections/:collection_id/tokens/:token_id/sales/:sale_id',
    { schema: { ...older, params: collectionSaleParams.extend(tokenSaleParams.shape) } },
    async ({ params, host }) => {
      existingSaleIn(studio, params.collection_id, params.sale_id)
      return cancelled(existingSaleOf(studio, params).id, host)
    },
  )
}
