import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import { paymentDue } from '#contract/sales/payment-due.ts'
import type { TxId } from '#cardano/ids.ts'
import { existingCollection } from '../store/collections.ts'
import { answerTo } from '../server/errors.ts'
import type { Studio } from '../options.ts'
import { paidCollection } from './collection-line.ts'
import { nothing, pageHeaders } from './page.ts'
import { openPayments } from './open-payments.ts'
import { pageImageOf } from './page-image.ts'
import {
  payFromTestWallet,
  refreshSeconds,
  requireOwnPage,
  sendImage,
  testWalletKey,
} from './requests.ts'
import { rarityLine } from './published-rarity.ts'
import { salePage } from './sale-page.ts'
import type { SaleState } from './sale-state.ts'
import { confirmedSale, shownState } from './shown-sale.ts'
import { sentPayment } from './wallet-payment.ts'
import { existingSale } from '../sales/existing-sale.ts'
import { saleView } from '../sales/show/sale-view.ts'
import { type SaleRow, saleTokens } from '../store/sales.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'

const path = '/pay/sale/:sale_id'
const params = z.object({ sale_id: longText })
const formQuery = z.object({ pay: z.enum(['exact', 'less', 'more', 'late']) })
const imageParams = params.extend({ position: z.coerce.number().int().nonnegative() })

/** The page on which a sale is paid for. Who knows its id may see it. */
export const addSalePage = (app: TypedApp, studio: Studio): void => {
  const config = { public: true }

  app.get(path, { schema: { params }, config }, async (request, reply) => {
    const html = await salePageHtml(
      studio,
      await confirmedSale(studio, request.params.sale_id),
      request.linkBase,
    )
    return reply.headers(pageHeaders).send(html)
  })

  app.get(
    `${path}/picture/:position`,
    { schema: { params: imageParams }, config },
    async (request, reply) => {
      const { id } = existingSale(studio, request.params.sale_id)
      const token = saleTokens(studio.database, id)[request.params.position]
      return sendImage(studio, token?.image, reply)
    },
  )

  app.post(path, { schema: { params, querystring: formQuery }, config }, async (request, reply) => {
    requireOwnPage(request)
    const row = await confirmedSale(studio, request.params.sale_id)
    const view = saleView(studio, row, request.linkBase)
    const state = await shownState(studio, row, view)
    const due = (await testWalletDue(studio, state)) ?? 0n
    const lovelace = amounts[request.query.pay](due > 0n ? due : state.total)
    try {
      const txId = await payFromTestWallet(studio, row.payment_address, lovelace)
      if (request.query.pay === 'exact' && due > 0n)
        openPayments(studio).of(row.id).sent = { txId, ends: soon(studio) }
      return await reply.redirect(`/pay/sale/${row.id}`, 303)
    } catch (error) {
      if (!isColdpressError(error)) throw error
      const { status, message } = answerTo(error)
      const errorText = `The test wallet did not pay. ${message}`
      const html = await salePageHtml(studio, row, request.linkBase, errorText)
      return reply.code(status).headers(pageHeaders).send(html)
    }
  })
}

/** A devnet has a block in a second. */
const soon = ({ now }: Studio): Date => new Date(now().getTime() + 60_000)

/**
 * What the test wallet pays, of what it owes or of the price of a sale that asks for nothing; 2 ADA more are
 * an output of their own in any case.
 */
const amounts: Readonly<Record<z.output<typeof formQuery>['pay'], (owed: bigint) => bigint>> = {
  exact: (owed) => owed,
  less: (owed) => owed / 2n,
  more: (owed) => owed + 2_000_000n,
  late: (owed) => owed,
}

/** The price, or the rest of what the test wallet itself has paid; undefined where there is none. */
const testWalletDue = async (
  studio: Studio,
  { sale, due }: SaleState,
): Promise<bigint | undefined> => {
  if (studio.chain?.fund === undefined) return undefined
  return due === 0n ? 0n : paymentDue(sale, await testWalletKey(studio))
}

const salePageHtml = async (
  studio: Studio,
  row: SaleRow,
  linkBase: string,
  errorText?: string,
): Promise<string> => {
  const view = saleView(studio, row, linkBase)
  const tokens = await Promise.all(
    view.tokens.map(async (token) => ({
      ...token,
      hasImage: (await pageImageOf(studio.content, token.image)) !== undefined,
    })),
  )
  const state = await shownState(studio, row, view)
  const pageOfTransaction = async (txId: TxId | undefined) => txId && studio.transactionPage(txId)
  const collection = existingCollection(studio, row.collection_id)
  const [only, second] = tokens
  return salePage({
    collection: paidCollection(studio, collection),
    rarity:
      only === undefined || second !== undefined
        ? nothing
        : rarityLine(studio, collection, only.id),
    now: studio.now(),
    transactionPages: {
      mint: await pageOfTransaction(row.tx_id ?? undefined),
      refund: await pageOfTransaction(state.refundTxId),
    },
    tokens,
    testWalletDue: await testWalletDue(studio, state),
    refreshSeconds: refreshSeconds(studio),
    imageUrl: (position) => `/pay/sale/${row.id}/picture/${position}`,
    state,
    link: `${linkBase}/pay/sale/${row.id}`,
    sentPayment: sentPayment(studio, row.id),
    ...(errorText === undefined ? {} : { errorText }),
  })
}
