import { randomBytes } from 'node:crypto'
import { Secret } from '../secret/secret.ts'

/** As Standard Webhooks writes them: 24 to 64 random bytes in base64 after `whsec_`. */
export const newWebhookSecret = (): Secret => {
  const bytes = randomBytes(32)
  const secret = Secret.ofText(`whsec_${bytes.toString('base64')}`)
  bytes.fill(0)
  return secret
}
