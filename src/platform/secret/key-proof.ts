import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from './secret.ts'

/** HMAC-SHA256 of a text in hex, which only who has the key can compute. */
export const proofBy = (key: Secret, text: string): string =>
  key.use((bytes) => createHmac('sha256', bytes).update(text).digest('hex'))

export const isProofBy = (key: Secret, text: string, proof: string): boolean => {
  const [expected, given] = [proofBy(key, text), proof].map((hex) => Buffer.from(hex))
  return (
    expected !== undefined && given?.length === expected.length && timingSafeEqual(expected, given)
  )
}
