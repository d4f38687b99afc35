import { expect, test } from 'vitest'
import type { CollectionDetails } from '#contract/collections/calls.ts'
import { foundCollections } from '#renderer/views/collections/collections.tsx'

const amount = {
  token_count: 0,
  token_for_sale_count: 0,
  token_sold_count: 0,
  sales_count: 0,
  revenue: 0,
  income: 0,
  service_fee: 0,
  nft_fee: 0,
  tx_fee: 0,
  total_fees: 0,
}
const collection = (
  name: string,
  policyId: string,
  changed: Partial<CollectionDetails> = {},
): CollectionDetails => ({
  id: name,
  name,
  network: 'testnet',
  chain: 'devnet',
  isPractice: false,
  coverCid: null,
  ...amount,
  policy: { lock: false, policy_id: policyId, script: { type: 'all', scripts: [] } },
  created_at: '',
  updated_at: '',
  images: [],
  ...changed,
})
const list = [
  collection('Pressed Herbarium', 'ab12', { created_at: '2026-03-01T00:00:00Z', token_count: 24 }),
  collection('Moths', 'cd34', { created_at: '2026-04-01T00:00:00Z', token_count: 16 }),
]
const found = (search: string, order: Parameters<typeof foundCollections>[2] = 'tokens') =>
  foundCollections(list, search, order).map(({ name }) => name)

test('a collection is found by its name and by its policy ID', () => {
  expect(found('')).toEqual(['Pressed Herbarium', 'Moths'])
  expect(found(' herb')).toEqual(['Pressed Herbarium'])
  expect(found('CD3')).toEqual(['Moths'])
  expect(found('nothing')).toEqual([])
})

test('collections are listed by their age, name or number of tokens', () => {
  expect(found('', 'newest')).toEqual(['Moths', 'Pressed Herbarium'])
  expect(found('', 'name')).toEqual(['Moths', 'Pressed Herbarium'])
  expect(found('', 'tokens')).toEqual(['Pressed Herbarium', 'Moths'])
})
