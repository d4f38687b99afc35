import { createHmac } from 'node:crypto'

/** The headers of a delivery as Standard Webhooks signs it. @param secret `whsec_…` */
export const deliveryHeaders = (secret: string, body: string): Record<string, string> => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const hmac = createHmac('sha256', key).update(`m.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': 'm',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac}`,
  }
}
