import { bytesToHex } from '@noble/hashes/utils.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { messageOf } from '#values/errors/errors.ts'
import { startErrorAnswer } from '../server/answer-error.ts'
import type { Studio } from '../options.ts'
import { adaInWords } from './paying.ts'
import { requireOwnPage } from './requests.ts'
import { confirmedSale, shownState } from './shown-sale.ts'
import { isWalletError } from './wallet-error.ts'
import { buildWalletPayment, sendWalletPayment } from './wallet-payment.ts'
import { saleView } from '../sales/show/sale-view.ts'
import type { TypedApp } from '#platform/http/loopback-server.ts'

const path = '/pay/sale/:sale_id/wallet'
const params = z.object({ sale_id: longText })

const hex = /^(?:[0-9a-f]{2})+$/iu
/** What a wallet offers, and nothing else: neither an amount nor an address to pay to. */
const offer = z.strictObject({
  utxos: z.array(shortText.regex(hex)).min(1).max(200),
  change: shortText,
})
const signed = z.strictObject({ tx_id: shortText, witness: longText.regex(hex) })

/** Bytes of a request, below what a reverse proxy lets through (docs/how-to/serve.md). */
const bodyLimit = 60_000

/** What the page of a sale asks for when a wallet of the browser pays. The answers are JSON. */
export const addWalletPayments = async (app: TypedApp, studio: Studio): Promise<void> => {
  await app.register(async (scope: TypedApp) => {
    scope.setErrorHandler(answerWallet)
    const config = { public: true }
    const saleOf = async ({
      params: of,
      linkBase,
    }: {
      params: { sale_id: string }
      linkBase: string
    }) => {
      const row = await confirmedSale(studio, of.sale_id)
      const view = saleView(studio, row, linkBase)
      return { row, shown: await shownState(studio, row, view) }
    }

    scope.post(
      path,
      {
        schema: { params, body: offer },
        config: { ...config, asksChain: true },
        bodyLimit,
      },
      async (request) => {
        requireOwnPage(request)
        const { row, shown } = await saleOf(request)
        const payment = await buildWalletPayment(studio, row, { shown, offer: request.body })
        return {
          tx_id: payment.built.txId,
          tx: bytesToHex(payment.built.cbor),
          amount: adaInWords(payment.lovelace),
          receiver: payment.receiver,
          is_rest: payment.isRest,
        }
      },
    )

    scope.post(
      `${path}/signed`,
      { schema: { params, body: signed }, config, bodyLimit },
      async (request) => {
        requireOwnPage(request)
        const { row, shown } = await saleOf(request)
        const { tx_id: txId, witness } = request.body
        return { tx_id: await sendWalletPayment(studio, row, { shown, txId, witness }) }
      },
    )
  })
}

const words = {
  refused: 'This cannot be paid with a wallet here. Nothing was paid. Load the page again.',
  silent:
    'The studio cannot reach the network at the moment. Nothing was paid. Try again in a minute.',
} as const

/** In words for a buyer; the studio's own are in its log. */
const answerWallet = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const { status } = startErrorAnswer(error, request, reply)
  const sentence = status < 500 && status !== 429 ? words.refused : words.silent
  void reply
    .type('application/json; charset=utf-8')
    .send({ message: isWalletError(error) ? messageOf(error) : sentence })
}
