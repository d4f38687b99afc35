import { type WholeSale, sale } from '#contract/sales/sale.ts'
import {
  addTokens,
  createCollection,
  type Reply,
  type TestStudio,
  tokenBody,
  withSealingVault,
} from '../open-studio.ts'
import { ada } from '../mints/mint-harness.ts'

export const salesPath = (collectionId: string) => `/nft/collections/${collectionId}/sales`

/** A quarter of an hour for ten ADA a token. */
export const terms = { price: Number(10n * ada), reservation_time: 900 } as const

export const fixedSale = (tokens: readonly { readonly id: string }[], changes: object = {}) => ({
  type: 'fixed',
  ...terms,
  tokens: tokens.map(({ id }) => id),
  ...changes,
})

export const randomSale = (quantity: number, changes: object = {}) => ({
  type: 'random',
  ...terms,
  quantity,
  ...changes,
})

export const postSale = (studio: TestStudio, collectionId: string, body: object) =>
  withSealingVault(studio, () => studio.call('POST', salesPath(collectionId), body))

export const saleOf = (reply: Reply): WholeSale => {
  if (reply.status > 201) throw new Error(JSON.stringify(reply.body))
  return sale.parse(reply.body)
}

export const readSale = async (studio: TestStudio, id: string): Promise<WholeSale> =>
  saleOf(await studio.call('GET', `/sales/${id}`))

export const collectionWith = async (
  studio: TestStudio,
  names: readonly string[],
  more: object = {},
) => {
  const collection = await createCollection(studio, more)
  const tokens = await addTokens(studio, collection.id, ...names.map((name) => tokenBody(name)))
  return { id: collection.id, collection, tokens }
}
