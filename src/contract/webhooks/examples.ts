import { exampleIds, exampleTime } from '../examples.ts'

export const exampleWebhookRequest = {
  type: 'nft_api',
  name: 'Shop',
  network: 'testnet',
  description: 'Marks orders as paid',
  callback_url: 'https://shop.example/events',
} as const

export const exampleWebhook = {
  id: exampleIds.webhook,
  ...exampleWebhookRequest,
  rules: [],
  available: 'true',
  confirmations: 0,
  own_events: [],
  create_date: exampleTime,
  update_date: exampleTime,
} as const

export const exampleOutcome = { status_code: 200, duration_ms: 41, body_start: 'ok', error: null }

export const exampleDelivery = {
  id: exampleIds.delivery,
  webhook_id: exampleIds.webhook,
  event_id: exampleIds.event,
  event_status: 'MINTING',
  sale_id: exampleIds.sale,
  idempotency_key: `${exampleIds.event}|${exampleIds.webhook}`,
  state: 'delivered',
  reason: null,
  attempts: 1,
  next_attempt_at: null,
  history: [
    {
      number: 1,
      at: exampleTime,
      ...exampleOutcome,
      request_headers: { 'content-type': 'application/json' },
    },
  ],
  created_at: exampleTime,
  ended_at: exampleTime,
} as const
