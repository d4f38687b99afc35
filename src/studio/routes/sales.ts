import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import { pageOf, pageQuery } from '#contract/page.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import {
  type ResolveRequest,
  resolveRequest,
  type Sale,
  sale,
  saleRequest,
} from '#contract/sales/sale.ts'
import { payoutWarnings } from '../collection-warnings.ts'
import { existingCollection } from '../store/collections.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../paging.ts'
import { readFirst } from '../pages/shown-sale.ts'
import { cancelSale } from '../sales/reserve/cancel.ts'
import { existingSale, existingSaleIn, existingSaleOf } from '../sales/existing-sale.ts'
import { createSale } from '../sales/reserve/reserve.ts'
import { requireSale } from '../sales/require-sale.ts'
import { resolveSale } from '../sales/deliver/resolve.ts'
import { saleView } from '../sales/show/sale-view.ts'
import { listSales, type SaleRow } from '../store/sales.ts'
import { warningsField } from '../warnings-field.ts'
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
    async ({ params, body, linkBase }, reply) => {
      const row = await createSale(studio, params.collection_id, body)
      const warnings = payoutWarnings(existingCollection(studio, row.collection_id))
      return reply
        .code(201)
        .send({ ...saleView(studio, row, linkBase), ...warningsField(warnings) })
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
    async ({ params, query, linkBase }) => {
      const { id } = existingCollection(studio, params.collection_id)
      const scope = `sales/${id}`
      const start = pageStart(query, scope)
      const rows = listSales(studio.database, id, start)
      const { data, cursor } = pageOfRows(rows, start, scope, (row) =>
        listedSale(studio, row, linkBase),
      )
      return { data: await Promise.all(data), cursor }
    },
  )

  addOneSaleRoutes(app, studio)
  addResolveRoutes(app, studio)
  addCancelRoutes(app, studio)
}

/** One sale is read from the chain first, if nobody has done so since the studio's start. */
const readSale = async (studio: Studio, row: SaleRow, linkBase: string): Promise<Sale> =>
  shownSale(studio, await readFirst(studio, row), linkBase)

/** Where a payment is awaited, whoever reads the sale may pass its address on. */
const shownSale = async (studio: Studio, row: SaleRow, linkBase: string): Promise<Sale> => {
  if (row.status === 'RESERVED' || row.status === 'UNRESOLVED_UNDERPAID')
    await requireSale(studio, row)
  return saleView(studio, row, linkBase)
}

/** One sale that is not as it was sealed hides no other: it is listed with the error, to be paid nowhere. */
const listedSale = async (studio: Studio, row: SaleRow, linkBase: string): Promise<Sale> => {
  try {
    return await shownSale(studio, row, linkBase)
  } catch (error) {
    if (!isColdpressError(error, 'conflict') && !isColdpressError(error, 'vault_locked'))
      throw error
    const reason = messageOf(error)
    return {
      ...saleView(studio, row, linkBase),
      payment_address: '',
      error: [{ name: 'NotConfirmedError', message: { reason } }],
    }
  }
}

/** Each is served by the sale's id alone, and under its collection. */
const addOneSaleRoutes = (app: StudioApp, studio: Studio): void => {
  const read = { tags, summary: 'Read a sale', response: { 200: sale, ...errors } }

  app.get('/sales/:sale_id', { schema: { ...read, params: saleParams } }, async (request) =>
    readSale(studio, existingSale(studio, request.params.sale_id), request.linkBase),
  )

  app.get(
    `${path}/:sale_id`,
    { schema: { ...read, params: collectionSaleParams } },
    async ({ params, linkBase }) =>
      readSale(studio, existingSaleIn(studio, params.collection_id, params.sale_id), linkBase),
  )
}

const addResolveRoutes = (app: StudioApp, studio: Studio): void => {
  const resolve = {
    tags,
    summary: 'Decide about a sale that went wrong: one of its resolutions',
    body: resolveRequest,
    response: { 200: sale, ...errors },
  }

  const resolved = async (id: string, body: ResolveRequest, linkBase: string): Promise<Sale> => ({
    ...saleView(studio, await resolveSale(studio, id, body), linkBase),
    ...warningsField(receiverWarnings('receiver', body.to === undefined ? [] : [body.to])),
  })

  app.post(
    '/sales/:sale_id/resolve',
    { schema: { ...resolve, params: saleParams } },
    async ({ params, body, linkBase }) => resolved(params.sale_id, body, linkBase),
  )

  app.post(
    `${path}/:sale_id/resolve`,
    { schema: { ...resolve, params: collectionSaleParams } },
    async ({ params, body, linkBase }) => {
      const { id } = existingSaleIn(studio, params.collection_id, params.sale_id)
      return resolved(id, body, linkBase)
    },
  )
}

const addCancelRoutes = (app: StudioApp, studio: Studio): void => {
  const response = { 200: sale, ...errors }
  const summary = 'Cancel a sale that nobody has paid for'
  const cancel = { tags, summary, response }
  const older = { ...cancel, summary: `${summary}, as older clients do` }
  const cancelled = (id: string, linkBase: string) =>
    saleView(studio, cancelSale(studio, id), linkBase)

  app.post(
    '/sales/:sale_id/cancel',
    { schema: { ...cancel, params: saleParams } },
    async ({ params, linkBase }) => cancelled(params.sale_id, linkBase),
  )

  app.post(
    `${path}/:sale_id/cancel`,
    { schema: { ...cancel, params: collectionSaleParams } },
    async ({ params, linkBase }) =>
      cancelled(existingSaleIn(studio, params.collection_id, params.sale_id).id, linkBase),
  )

  app.post(
    '/tokens/:token_id/sales/:sale_id',
    { schema: { ...older, params: tokenSaleParams } },
    async ({ params, linkBase }) => cancelled(existingSaleOf(studio, params).id, linkBase),
  )

  app.post(
    '/nft/collections/:collection_id/tokens/:token_id/sales/:sale_id',
    { schema: { ...older, params: collectionSaleParams.extend(tokenSaleParams.shape) } },
    async ({ params, linkBase }) => {
      existingSaleIn(studio, params.collection_id, params.sale_id)
      return cancelled(existingSaleOf(studio, params).id, linkBase)
    },
  )
}
