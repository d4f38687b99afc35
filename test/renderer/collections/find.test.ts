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
const collection = (name: string, policyId: string): CollectionDetails => ({
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
})
const list = [collection('Pressed Herbarium', 'ab12'), collection('Moths', 'cd34')]
const found = (search: string) => foundCollections(list, search).map(({ name }) => name)

test('a collection is found by its name and by its policy ID', () => {
  expect(found('')).toEqual(['Pressed Herbarium', 'Moths'])
  expect(found(' herb')).toEqual(['Pressed Herbarium'])
  expect(found('CD3')).toEqual(['Moths'])
  expect(found('nothing')).toEqual([])
})
