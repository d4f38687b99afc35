/** Answers as the interface shows them ("Collection (response)", "Token (response item)", "Webhook"). */
const keyHash = '0a'.repeat(28)

export const samplePolicy = {
  lock: true,
  lock_time: '2027-02-24T00:00:00.000Z',
  policy_id: '0b'.repeat(28),
  script: {
    type: 'all',
    scripts: [
      { type: 'sig', keyHash },
      { type: 'before', slot: '87134400' },
    ],
  },
}

/** The counters and amounts of a new collection. */
export const nothingSold = {
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

export const sampleCollection = {
  id: 'c1',
  name: 'Herbarium',
  network: 'testnet',
  ...nothingSold,
  policy: samplePolicy,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

export const sampleToken = {
  id: 't1',
  asset_name: 'Leaf1',
  name: 'Leaf 1',
  status: 'FOR_SALE',
  image: 'ipfs://QmYjtig7VJQ6XsnUjqqJvj7QaMcCAwtrgNdahSiFofrE7o',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

export const sampleWebhook = {
  id: 'w1',
  type: 'nft_api',
  name: 'Till',
  network: 'testnet',
  callback_url: 'http://127.0.0.1:9/hook',
  rules: [],
  available: 'true',
  confirmations: 0,
  create_date: '2026-01-01T00:00:00.000Z',
  update_date: '2026-01-01T00:00:00.000Z',
}

export const sampleDelivery = {
  id: 'd1',
  webhook_id: 'w1',
  event_id: 'e1',
  event_status: 'MINTING',
  sale_id: 's1',
  idempotency_key: 'e1|w1',
  state: 'failed',
  reason: 'the receiver answered 500',
  attempts: 1,
  next_attempt_at: null,
  history: [],
  created_at: '2026-01-01T00:00:00.000Z',
  ended_at: '2026-01-05T00:00:00.000Z',
}

export const sampleMint = {
  id: 'm1',
  collection_id: 'c1',
  kind: 'tokens',
  status: 'awaiting_witnesses',
  message: null,
  funding_address: 'addr_test1',
  policy_id: '0b'.repeat(28),
  script: samplePolicy.script,
  parameters: {
    min_fee_a: 44,
    min_fee_b: 155_381,
    coins_per_utxo_size: 4310,
    max_tx_size: 16_384,
    max_val_size: 5000,
    key_deposit: 2_000_000,
    pool_deposit: 500_000_000,
    epoch: 1,
    fetched_at: '2026-01-01T00:00:00.000Z',
  },
  tokens: [],
  transactions: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

export const sampleFunding = { address: 'addr_test1', lovelace: 5, reserved_lovelace: 0 }

export const sampleRoyalty = {
  status: 'unpaid',
  confirmed: true,
  message: null,
  address: 'addr_test1',
  amount: 2_000_000,
  paid: 0,
  payment_link: 'http://127.0.0.1:1/pay/royalty/c1',
  mint_id: null,
  tx_id: null,
  confirmations: 0,
}

export const sampleSale = {
  id: 's1',
  collection_id: 'c1',
  status: 'RESERVED',
  type: 'fixed',
  price: 25_000_000,
  supply: 1,
  payment_address: 'addr_test1',
  payment_link: 'http://127.0.0.1:1/pay/sale/s1',
  reservation_time: 1800,
  reserved_time: 1_800_000,
  tokens: [
    { id: 't1', asset_name: 'Leaf1', name: 'Leaf 1', image: 'ipfs://Qm', status: 'RESERVED' },
  ],
  confirmations: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

export const tokenToAdd = {
  name: 'Leaf 1',
  asset_name: 'Leaf1',
  image: 'ipfs://QmYjtig7VJQ6XsnUjqqJvj7QaMcCAwtrgNdahSiFofrE7o',
}

export const collectionToCreate = {
  name: 'Herbarium',
  payout_address: 'addr_test1',
  policy: { lock: false },
}
