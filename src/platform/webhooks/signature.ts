import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ColdpressError } from '#values/errors/errors.ts'
import type { SignatureScheme } from '#values/webhooks/signature-schemes.ts'
import type { Secret } from '../secret/secret.ts'

export type SignedHeaders = {
  readonly 'webhook-id': string
  /** Unix time in seconds. */
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
  readonly 'x-tangocrypto-signature': string
}

/**
 * Signs a delivery for receivers of both kinds: with the Standard Webhooks' headers (1.0.0, "Webhook
 * headers"), and with the hosted service's own, which is keyed with the secret's text.
 * @param id the same for every attempt at this delivery
 * @param secret `whsec_` and base64
 * @throws ColdpressError `invalid` for another secret
 */
export const signDelivery = (
  { id, body }: { readonly id: string; readonly body: Uint8Array },
  secret: Secret,
  at: Date,
): SignedHeaders => {
  const key = standardKey(secret)
  if (key === undefined) {
    throw new ColdpressError(
      'invalid',
      'webhook secret: not one of Standard Webhooks (whsec_ and base64). Delete the webhook and add it again.',
    )
  }
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standardDigest(key, { id, timestamp, body })}`,
    'x-tangocrypto-signature': hexOf(
      secret.use((bytes) => Uint8Array.from(bytes)),
      body,
    ),
  }
}

/** Accepted clock difference in both directions, as in the Standard Webhooks libraries. */
const toleranceSeconds = 5 * 60

export type SignatureCheck =
  | { readonly ok: true }
  /** `reason` is a sentence that names the header and the rule. */
  | { readonly ok: false; readonly reason: string }

export type SignedDelivery = {
  readonly headers: IncomingHttpHeaders
  /** The received bytes: JSON that was parsed and written again has another signature. */
  readonly body: Uint8Array
}

/** What an inbox expects: a secret of `whsec_` and base64, or any other text, and one scheme. */
export type ExpectedSignature = { readonly secret: Secret; readonly scheme: SignatureScheme }

/**
 * Whether a delivery was signed with the inbox's secret in the inbox's scheme. Headers of the other
 * scheme are ignored: a sender may sign both ways, and a recorded delivery without its Standard
 * Webhooks headers, which hold its time, must not stay valid for ever.
 */
export const checkSignature = (
  { headers, body }: SignedDelivery,
  { secret, scheme }: ExpectedSignature,
  now: Date,
): SignatureCheck => {
  const given = standardHeaders.map((name) => textOf(headers[name]))
  if (scheme === 'standard') return checkStandard(given, body, secret, now)
  const signature = textOf(headers['x-tangocrypto-signature'])
  if (signature === undefined) {
    return invalid(
      'x-tangocrypto-signature: missing, and this inbox verifies no other. If the sender signs as Standard Webhooks says, set the inbox to the scheme "standard"',
    )
  }
  return keysOfText(secret).some((key) => isSameText(signature.toLowerCase(), hexOf(key, body)))
    ? { ok: true }
    : invalid('x-tangocrypto-signature: not made with the secret of this inbox over this body')
}

/** The scheme of a service's secret: only Standard Webhooks use `whsec_`. */
export const schemeOf = (secret: Secret): SignatureScheme => {
  const key = secret.use(hasPrefix) ? standardKey(secret) : undefined
  key?.fill(0)
  return key === undefined ? 'tangocrypto' : 'standard'
}

const standardHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

const invalid = (reason: string): SignatureCheck => ({ ok: false, reason })

const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(' ') : value

/** Standard Webhooks, "Verifying signatures": HMAC-SHA256 over `id.timestamp.body`. */
const checkStandard = (
  [id, timestamp, signatures]: readonly (string | undefined)[],
  body: Uint8Array,
  secret: Secret,
  now: Date,
): SignatureCheck => {
  if (!id || !timestamp || !signatures) {
    return invalid(
      `${standardHeaders.join(', ')}: all three are required, and this inbox verifies no other signature. If the sender has only x-tangocrypto-signature, set the inbox to the scheme "tangocrypto"`,
    )
  }
  if (!/^\d{1,12}$/u.test(timestamp)) return invalid('webhook-timestamp: not Unix time in seconds')
  const key = standardKey(secret)
  if (key === undefined) {
    return invalid('webhook-signature: the secret of this inbox is none of Standard Webhooks')
  }
  const expected = standardDigest(key, { id, timestamp, body })
  const matches = signatures
    .split(/,? +/u)
    .filter((candidate) => candidate.startsWith('v1,'))
    .filter((candidate) => isSameText(candidate.slice(3).trim(), expected))
  if (matches.length === 0) {
    return invalid('webhook-signature: not made with the secret of this inbox over this delivery')
  }
  const off = Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp))
  return off > toleranceSeconds
    ? invalid(
        "webhook-timestamp: more than 5 minutes off this machine's clock; an old delivery, or one of the clocks is wrong",
      )
    : { ok: true }
}

/** Standard Webhooks, "Signature scheme". Wipes the key. */
const standardDigest = (
  key: Uint8Array,
  given: { readonly id: string; readonly timestamp: string; readonly body: Uint8Array },
): string => {
  const { id, timestamp, body } = given
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`, 'latin1').update(body)
  key.fill(0)
  return hmac.digest('base64')
}

/** In constant time for texts of equal length. */
const isSameText = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Wipes the key. */
const hexOf = (key: Uint8Array, body: Uint8Array): string => {
  const digest = createHmac('sha256', key).update(body).digest('hex')
  key.fill(0)
  return digest
}

const prefix = 'whsec_'

const hasPrefix = (secret: Uint8Array): boolean =>
  Buffer.from(secret.subarray(0, prefix.length)).toString('latin1') === prefix

/** The bytes that the text after `whsec_` encodes; undefined when it is not base64. */
const standardKey = (secret: Secret): Uint8Array | undefined =>
  secret.use((bytes) => {
    const text = Buffer.from(bytes).toString('latin1')
    const encoded = text.startsWith(prefix) ? text.slice(prefix.length) : text
    const isBase64 = /^[A-Za-z0-9+/]{2,}={0,2}$/u.test(encoded)
    return isBase64 ? Buffer.from(encoded, 'base64') : undefined
  })

/** Clients of the hosted service use the text of their secret as the HMAC key, others its bytes. */
const keysOfText = (secret: Secret): readonly Uint8Array[] => {
  const text = secret.use((bytes) => Uint8Array.from(bytes))
  const key = hasPrefix(text) ? standardKey(secret) : undefined
  return key === undefined ? [text] : [text, key]
}
