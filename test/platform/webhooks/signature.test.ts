import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newWebhookSecret } from '#platform/webhooks/new-secret.ts'
import { checkSignature, schemeOf, signDelivery } from '#platform/webhooks/signature.ts'
import { Secret } from '#platform/secret/secret.ts'

const sample = z.object({
  isGenuine: z.custom<(headers: object, body: Buffer, secret: string) => boolean>(),
})

/**
 * The vector and the cases of the Standard Webhooks' own libraries: github.com/standard-webhooks/
 * standard-webhooks, libraries/javascript/src/webhook.test.ts, "sign function works" and those before.
 */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const wrong = 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc='

const check = (given: {
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string
  readonly secret?: string
  readonly secondsLater?: number
}) =>
  checkSignature(
    {
      headers: {
        'webhook-id': published.id,
        'webhook-timestamp': String(published.timestamp),
        'webhook-signature': published.signature,
        ...given.headers,
      },
      body: Buffer.from(given.body ?? published.body),
    },
    { secret: Secret.ofText(given.secret ?? published.secret), scheme: 'standard' },
    new Date((published.timestamp + (given.secondsLater ?? 0)) * 1000),
  )

const good = { ok: true }
const invalid = (reason: string) => ({ ok: false, reason: expect.stringContaining(reason) })

describe('the signature of Standard Webhooks', () => {
  it('is that of the published vector, with the prefix of the secret and without', () => {
    expect(check({})).toEqual(good)
    expect(check({ secret: published.secret.slice('whsec_'.length) })).toEqual(good)
  })

  it('may be one of several, of several versions', () => {
    const several = [wrong, wrong.replace('v1', 'v2'), published.signature, wrong]
    for (const separator of [' ', ', ']) {
      expect(check({ headers: { 'webhook-signature': several.join(separator) } })).toEqual(good)
    }
    const none = { 'webhook-signature': `${wrong} ${published.signature.replace('v1', 'v2')}` }
    expect(check({ headers: none })).toEqual(invalid('webhook-signature'))
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'the check of a webhook signature needs %s',
    (name) => {
      expect(check({ headers: { [name]: undefined } })).toEqual(invalid('all three are required'))
    },
  )

  it.each(['', 'v1,', 'v1', 'v1,dawfeoifkpqwoekfpqoekf', published.signature.slice(0, 8)])(
    'a webhook signature is not %j',
    (signature) => {
      expect(check({ headers: { 'webhook-signature': signature } }).ok).toBe(false)
    },
  )

  it('holds for 5 minutes before and after, and not a second longer', () => {
    expect(check({ secondsLater: 300 })).toEqual(good)
    expect(check({ secondsLater: -300 })).toEqual(good)
    expect(check({ secondsLater: 301 })).toEqual(invalid('webhook-timestamp'))
    expect(check({ secondsLater: -301 })).toEqual(invalid('webhook-timestamp'))
  })

  it.each(['hello', '1614265330.5', '-1614265330', '1614265330 ', '1e9', '99999999999999'])(
    'a webhook signature has no time %j',
    (timestamp) => {
      expect(check({ headers: { 'webhook-timestamp': timestamp } })).toEqual(
        invalid('webhook-timestamp'),
      )
    },
  )

  it('a webhook signature is of one secret', () => {
    expect(check({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSx' }).ok).toBe(false)
    expect(check({ secret: 'not base64 at all' })).toEqual(invalid('none of Standard Webhooks'))
  })

  it('does not stand any other byte of id, time, body or signature', () => {
    const parts = fc.constantFrom('webhook-id', 'webhook-timestamp', 'webhook-signature', 'body')
    fc.assert(
      fc.property(parts, fc.nat(), fc.integer({ min: 0x21, max: 0x7e }), (part, at, code) => {
        const texts: Readonly<Record<string, string>> = {
          'webhook-id': published.id,
          'webhook-timestamp': String(published.timestamp),
          'webhook-signature': published.signature,
          body: published.body,
        }
        const text = texts[part] ?? ''
        const index = at % text.length
        const changed = `${text.slice(0, index)}${String.fromCharCode(code)}${text.slice(index + 1)}`
        fc.pre(changed !== text)
        const given = part === 'body' ? { body: changed } : { headers: { [part]: changed } }
        expect(check(given).ok).toBe(false)
      }),
    )
  })
})

describe('x-tangocrypto-signature', () => {
  const secret = 'an-auth-token-of-an-account'
  const body = '{"id":"1","data":{"status":"MINTING"}}'
  const signed = (key: string | Buffer) => createHmac('sha256', key).update(body).digest('hex')
  const ask = (signature: string, sent = body, key = secret) =>
    checkSignature(
      { headers: { 'x-tangocrypto-signature': signature }, body: Buffer.from(sent) },
      { secret: Secret.ofText(key), scheme: 'tangocrypto' },
      new Date(),
    )

  it('is the HMAC-SHA256 of the body in hex, in either case', () => {
    expect(ask(signed(secret))).toEqual(good)
    expect(ask(signed(secret).toUpperCase())).toEqual(good)
  })

  it('is keyed with the text of a whsec_ secret, or with its bytes', () => {
    const bytes = Buffer.from(published.secret.slice('whsec_'.length), 'base64')
    expect(ask(signed(published.secret), body, published.secret).ok).toBe(true)
    expect(ask(signed(bytes), body, published.secret).ok).toBe(true)
  })

  it('is not of another secret, nor of a body that was written again', () => {
    expect(ask(signed('another')).ok).toBe(false)
    expect(ask(signed(secret), `${body} `).ok).toBe(false)
    expect(ask('').ok).toBe(false)
  })

  it('does not help a delivery whose other signature is old', () => {
    const tangocrypto = createHmac('sha256', published.secret).update(published.body).digest('hex')
    const headers = { 'x-tangocrypto-signature': tangocrypto }
    expect(check({ headers, secondsLater: 301 })).toEqual(invalid('webhook-timestamp'))
  })

  it('or the other must be there', () => {
    const none = {
      'webhook-id': undefined,
      'webhook-timestamp': undefined,
      'webhook-signature': undefined,
    }
    expect(
      checkSignature(
        { headers: {}, body: Buffer.from(body) },
        { secret: Secret.ofText(secret), scheme: 'tangocrypto' },
        new Date(),
      ),
    ).toEqual(invalid('x-tangocrypto-signature: missing'))
    expect(check({ headers: none })).toEqual(invalid('all three are required'))
  })
})

describe('the scheme of a secret', () => {
  it.each([
    [published.secret, 'standard'],
    ['an-auth-token-of-an-account', 'tangocrypto'],
    [published.secret.slice('whsec_'.length), 'tangocrypto'],
    ['whsec_not base64 !', 'tangocrypto'],
  ])('the signature scheme of the secret %s is %s', (text, scheme) => {
    expect(schemeOf(Secret.ofText(text))).toBe(scheme)
  })
})

describe('signDelivery', () => {
  it('makes the published vector', () => {
    const body = Buffer.from(published.body)
    const at = new Date(published.timestamp * 1000 + 999)
    const secret = Secret.ofText(published.secret)
    expect(signDelivery({ id: published.id, body }, secret, at)).toEqual({
      'webhook-id': published.id,
      'webhook-timestamp': String(published.timestamp),
      'webhook-signature': published.signature,
      'x-tangocrypto-signature': createHmac('sha256', published.secret)
        .update(published.body)
        .digest('hex'),
    })
  })

  it("is verified by the standard's own library and by the inbox, whatever the body", () => {
    fc.assert(
      fc.property(fc.json(), fc.stringMatching(/^[0-9a-z]{26}\|[0-9a-z]{26}$/u), (text, id) => {
        const secret = newWebhookSecret()
        const at = new Date()
        const body = Buffer.from(text)
        const headers = { ...signDelivery({ id, body }, secret, at) }
        expect(new Webhook(secret.text()).verify(text, headers)).toEqual(JSON.parse(text))
        expect(checkSignature({ headers, body }, { secret, scheme: 'standard' }, at)).toEqual(good)
        const { 'x-tangocrypto-signature': hosted } = headers
        const alone = { 'x-tangocrypto-signature': hosted }
        const older = { secret, scheme: 'tangocrypto' } as const
        expect(checkSignature({ headers, body }, older, at)).toEqual(good)
        expect(checkSignature({ headers: alone, body }, older, at)).toEqual(good)
      }),
    )
  })

  it('does not sign with what is no secret of the standard', () => {
    const delivery = { id: 'a', body: Buffer.from('{}') }
    expect(() => signDelivery(delivery, Secret.ofText('not base64'), new Date())).toThrow(
      'webhook secret',
    )
  })
})

describe('the code in docs/webhooks.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
  const [, code = ''] = /```js\n(import \{ createHmac.*?)```/su.exec(page) ?? []
  const verify = async (headers: object, body: Buffer, secret: string): Promise<unknown> => {
    const read: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const { isGenuine } = sample.parse(read)
    return isGenuine(headers, body, secret)
  }

  it('knows what was signed from what was not', async () => {
    const secret = newWebhookSecret()
    const body = Buffer.from('{"name":"Zoë"}')
    const headers = signDelivery({ id: 'a|b', body }, secret, new Date())
    const other = newWebhookSecret().text()
    expect(await verify(headers, body, secret.text())).toBe(true)
    expect(await verify(headers, body, other)).toBe(false)
    expect(await verify(headers, Buffer.from('{}'), secret.text())).toBe(false)
    expect(await verify({ ...headers, 'webhook-id': 'a|c' }, body, secret.text())).toBe(false)
    expect(await verify({}, body, secret.text())).toBe(false)
    const old = signDelivery({ id: 'a|b', body }, secret, new Date(Date.now() - 301_000))
    expect(await verify(old, body, secret.text())).toBe(false)
  })
})

describe('newWebhookSecret', () => {
  it('holds 32 bytes in base64 after its prefix, others each time', () => {
    const [one, two] = [newWebhookSecret().text(), newWebhookSecret().text()]
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
    expect(one).not.toBe(two)
  })
})
