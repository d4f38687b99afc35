import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import type { WholeSale } from '#contract/sales/sale.ts'
import { type MintHarness, openMintHarness } from '../mints/mint-harness.ts'
import type { TestStudio } from '../open-studio.ts'
import { type Buyer, createBuyer } from '../sales/buyer.ts'
import { collectionWith, fixedSale, postSale, saleOf } from '../sales/sale-harness.ts'
import { browserWallet, witnessSetOf } from '../../support/browser-wallet.ts'

const origin = 'http://127.0.0.1'

const answer = z.looseObject({
  message: z.string().optional(),
  tx_id: z.string().optional(),
  tx: z.string().optional(),
  amount: z.string().optional(),
  receiver: z.string().optional(),
  is_rest: z.boolean().optional(),
})

/** What the wallet of one or several buyers does in the browser. */
export const walletOf = (gateway: MintHarness['gateway'], ...buyers: readonly Buyer[]) => {
  const wallets = buyers.map((buyer) => browserWallet(gateway, buyer))
  return {
    offer: async () => ({
      utxos: (await Promise.all(wallets.map((wallet) => wallet.getUtxos()))).flat(),
      change: (await wallets[0]?.getChangeAddress()) ?? '',
    }),
    sign: (tx: string): string => witnessSetOf(tx, ...buyers.map(({ key }) => key)),
  }
}

/** A studio with a sale's page, and a buyer whose wallet reads it. */
export const openWalletHarness = async () => {
  const harness: MintHarness = await openMintHarness()
  const studio: TestStudio = await harness.open()
  const buyer = await createBuyer(harness)
  const post = async (
    { id }: Pick<WholeSale, 'id'>,
    path: '/wallet' | '/wallet/signed',
    payload: object,
    more: Pick<InjectOptions, 'headers'> = {},
  ) => {
    const reply = await studio.app.inject({
      method: 'POST',
      url: `/pay/sale/${id}${path}`,
      headers: { host: '127.0.0.1', origin, ...more.headers },
      payload,
    })
    return { status: reply.statusCode, ...answer.parse(reply.json()) }
  }
  return {
    harness,
    studio,
    buyer,
    wallet: browserWallet(harness.gateway, buyer),
    post,
    page: async ({ id }: Pick<WholeSale, 'id'>): Promise<string> =>
      (await studio.app.inject({ url: `/pay/sale/${id}`, headers: { host: '127.0.0.1' } })).body,
    sell: async (name: string, changes: object = {}) => {
      const { id, tokens } = await collectionWith(studio, [name])
      return saleOf(await postSale(studio, id, fixedSale(tokens, changes)))
    },
    close: async (): Promise<void> => {
      await studio.close()
      await harness.close()
    },
  }
}
export type WalletHarness = Awaited<ReturnType<typeof openWalletHarness>>
