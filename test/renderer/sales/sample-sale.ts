import type { SaleDetails, SalePayment, SaleSummary } from '#contract/sales/calls.ts'

const made = '2026-11-22T04:00:00.000Z'

export const saleSummary = (changes: Partial<SaleSummary> = {}): SaleSummary => ({
  id: 'sale',
  collection_id: 'c',
  status: 'RESERVED',
  type: 'fixed',
  price: 1,
  supply: 1,
  payment_address: 'addr_test1sale',
  payment_link: 'http://127.0.0.1:1/pay/sale/a',
  reservation_time: 60,
  reserved_time: 0,
  tokens: [],
  confirmations: 3,
  endsAt: null,
  created_at: made,
  updated_at: made,
  ...changes,
})

export const saleDetails = (changes: Partial<SaleDetails> = {}): SaleDetails => ({
  ...saleSummary(changes),
  network: 'devnet',
  due: 0,
  uri: null,
  payments: [],
  resolutions: [],
  page: null,
  parked: null,
  events: [],
  ...changes,
})

export const salePayment = (changes: Partial<SalePayment> = {}): SalePayment => ({
  tx_id: 'ab'.repeat(32),
  index: 0,
  address: 'addr',
  lovelace: 5_000_000,
  counts: 5_000_000,
  assets: [],
  slot: 1,
  at: null,
  confirmations: 3,
  use: 'counted',
  page: null,
  spentPage: null,
  ...changes,
})
