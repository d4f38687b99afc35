import {
  exampleAddress,
  exampleIds,
  exampleLockTime,
  examplePolicy,
  exampleTime,
} from '../examples.ts'

const template = {
  asset_name: '<asset_name>',
  name: '<name>',
  image: '<image>',
  media_type: '<media_type>',
  description: '<description>',
  attributes: { Plant: '<plant>', artist: 'A. Printer' },
  version: '1.0',
}

const about = {
  name: 'Herbarium',
  url: 'https://herbarium.example',
  description: 'Twenty-four cyanotypes',
  payout_address: exampleAddress,
}

export const exampleCollectionRequest = {
  ...about,
  policy: { lock: true, lock_time: exampleLockTime },
  metadata: template,
  royalty: { address: [exampleAddress], rate: 0.05 },
}

export const exampleCollection = {
  id: exampleIds.collection,
  ...about,
  network: 'testnet',
  token_count: 0,
  token_for_sale_count: 0,
  token_sold_count: 0,
  token_minted_count: 0,
  sales_count: 0,
  revenue: 0,
  income: 0,
  service_fee: 0,
  affiliate_commission: 0,
  nft_fee: 0,
  tx_fee: 0,
  total_fees: 0,
  policy: examplePolicy,
  metadata: { ...template, label: '721' },
  royalty: { metadata: { '777': { addr: [exampleAddress], rate: '0.05' } } },
  payment_link: `http://127.0.0.1:4800/pay/royalty/${exampleIds.collection}`,
  rarity_published: false,
  created_at: exampleTime,
  updated_at: exampleTime,
} as const

export const exampleCollectionChange = { name: 'Herbarium, second edition', description: null }
