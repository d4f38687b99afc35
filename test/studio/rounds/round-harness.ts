import { timeOf } from '#cardano/slots.ts'
import type { PolicyKey } from '#cardano/keys.ts'
import { mint, type Mint } from '#contract/mints/mint.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import {
  saleRound,
  type SaleRound,
  type SaleRounds,
  saleRounds,
} from '#contract/rounds/sale-round.ts'
import { generatePolicyKey, policyOf, type Reply } from '../open-studio.ts'
import { witnessOf } from '../mints/two-of-three.ts'
import type { Sales } from '../sales/open-sales.ts'
import { fixedSale, postSale, saleOf, collectionWith } from '../sales/sale-harness.ts'
import { until } from '../../support/until.ts'

export const twoDays = 2 * 86_400

const roundsPath = (collectionId: string) => `/nft/collections/${collectionId}/sale-rounds`

export const roundOf = (reply: Reply): SaleRound => {
  if (reply.status > 201) throw new Error(JSON.stringify(reply.body))
  return saleRound.parse(reply.body)
}

/** A policy whose only key is elsewhere. */
export const offlinePolicy = (locks: Parameters<typeof policyOf>[1] = []) => {
  const key: PolicyKey = generatePolicyKey()
  const [first] = locks
  const lockTime = first && timeOf('devnet', BigInt(first.slot)).toISOString()
  const { signing_keys: _, ...policy } = policyOf([key], locks)
  return {
    key,
    policy: {
      lock: locks.length > 0,
      ...(lockTime === undefined ? {} : { lock_time: lockTime }),
      ...policy,
    },
  }
}

/** A collection for which a key elsewhere signs, with sales of its tokens. */
export const openOffline = async (
  sales: Sales,
  names: readonly string[],
  { key, policy }: { readonly key: PolicyKey; readonly policy: object } = offlinePolicy(),
) => {
  const { buyer } = sales
  const { id, tokens } = await collectionWith(sales.studio, names, { policy })
  const path = roundsPath(id)
  const reserve = async (name: string, terms: object = { delivers_within: twoDays }) => {
    const token = tokens.filter((one) => one.asset_name === name)
    return saleOf(await postSale(sales.studio, id, fixedSale(token, terms)))
  }
  const view = async (): Promise<SaleRounds> =>
    saleRounds.parse((await sales.studio.call('GET', path)).body)
  const mintOf = async (mintId: string): Promise<Mint> =>
    mint.parse((await sales.studio.call('GET', `/nft/collections/${id}/mints/${mintId}`)).body)
  return {
    id,
    key,
    tokens,
    path,
    reserve,
    view,
    mintOf,
    /** A sale that is paid and waits for a round. */
    sell: async (name: string, terms?: object): Promise<WholeSale> => {
      const sold = await reserve(name, terms)
      await buyer.pay(sold, BigInt(sold.price))
      await until(async () => (await view()).waiting.some((one) => one.sale_id === sold.id))
      return sold
    },
    build: async (body: object = {}): Promise<SaleRound> =>
      roundOf(await sales.studio.call('POST', path, body)),
    round: async ({ id: roundId }: SaleRound): Promise<SaleRound> =>
      roundOf(await sales.studio.call('GET', `${path}/${roundId}`)),
    withdraw: ({ id: roundId }: SaleRound): Promise<Reply> =>
      sales.studio.call('POST', `${path}/${roundId}/withdraw`),
    /** Signs for one sale of a round with a key that is elsewhere. */
    sign: (
      { mint_id: mintId, tx_id: txId }: SaleRound['sales'][number],
      by: PolicyKey = key,
    ): Promise<Reply> =>
      sales.studio.call('POST', `/nft/collections/${id}/mints/${mintId}/witnesses`, {
        witnesses: [witnessOf(by, txId)],
      }),
  }
}
