import {
  exampleAddress,
  exampleIds,
  exampleImage,
  exampleKeyHash,
  exampleTime,
  exampleTxId,
} from '../examples.ts'

export const exampleSaleRequest = {
  type: 'fixed',
  price: 25_000_000,
  reservation_time: 3_600,
  tokens: [exampleIds.token],
} as const

export const exampleSale = {
  id: exampleIds.sale,
  collection_id: exampleIds.collection,
  status: 'RESERVED',
  type: 'fixed',
  price: 25_000_000,
  supply: 1,
  payment_address: exampleAddress,
  payment_link: `http://127.0.0.1:4800/pay/sale/${exampleIds.sale}`,
  reservation_time: 3_600,
  reserved_time: 3_540_000,
  service_fee: 0,
  tokens: [
    {
      id: exampleIds.token,
      asset_name: 'Herbarium01',
      name: 'Fern No. 01',
      image: exampleImage,
      status: 'RESERVED',
    },
  ],
  confirmations: 3,
  payments: [],
  resolutions: [],
  created_at: exampleTime,
  updated_at: exampleTime,
} as const

export const exampleUnknownPayment = {
  payment_address: exampleAddress,
  tx_id: exampleTxId,
  index: 0,
  lovelace: 25_000_000,
  assets: [],
  payer: exampleKeyHash,
  sale_id: null,
  collection_name: null,
  refund_id: null,
  explanation: 'Somebody paid 25 ADA to an address that no sale has. Give it back.',
} as const

export const exampleUnknownRefund = {
  id: exampleIds.mint,
  payment_address: exampleAddress,
  tx_id: exampleTxId,
  fee: 168_757,
  state: 'ready',
  receivers: [{ address: exampleAddress, lovelace: 24_831_243, assets: [] }],
} as const
