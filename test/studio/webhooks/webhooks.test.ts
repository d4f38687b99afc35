import { describe, expect } from 'vitest'
import { webhook, webhookMade } from '#contract/webhooks/webhook.ts'
import { createStudio } from '#studio/app.ts'
import { Secret } from '#platform/secret/secret.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  apiKey,
  appId,
  base,
  createFakeVault,
  errorMessage,
  openStudio,
  type TestStudio,
} from '../open-studio.ts'
import { studioTest as it } from '../studio-test.ts'

const request = {
  type: 'nft_api',
  name: 'Sales',
  network: 'testnet',
  description: 'Tells my shop',
  callback_url: 'http://127.0.0.1:9/hook',
}
const create = async (studio: TestStudio, changes: object = {}) =>
  webhook.parse((await studio.call('POST', '/webhooks', { ...request, ...changes })).body)

describe('Webhook', () => {
  it('is answered with 201 and every field of the interface', async ({ studio }) => {
    const reply = await studio.call('POST', '/webhooks', request)
    expect(reply).toMatchObject({
      status: 201,
      body: {
        ...request,
        id: expect.stringMatching(/^[0-9a-z]{26}$/u),
        rules: [],
        available: 'true',
        confirmations: 0,
        create_date: expect.stringMatching(/\.\d{3}Z$/u),
        update_date: expect.stringMatching(/\.\d{3}Z$/u),
      },
    })
  })

  it('takes what the interface answers: available in either form, no rules, no confirmations', async ({
    studio,
  }) => {
    for (const available of ['true', true]) {
      const made = await create(studio, { available, rules: [], confirmations: 0 })
      expect(made).toMatchObject({ available: 'true', rules: [], confirmations: 0 })
    }
    for (const available of ['false', false]) {
      const { id } = await create(studio, { available })
      const read = await studio.call('GET', `/webhooks/${id}`)
      expect(read.body).toMatchObject({ available: 'false' })
    }
  })

  it.for<[object, string]>([
    [{ available: 'maybe' }, 'available: must be one of true, false'],
    [
      { rules: [{ field: 'policy_id', operator: '=', value: 'x' }] },
      'rules: must be empty, a webhook of nft_api has no rules',
    ],
    [{ confirmations: 3 }, 'confirmations: must be 0'],
  ])('is refused by name with %o', async ([change, message], { studio }) => {
    const reply = await studio.call('POST', '/webhooks', { ...request, ...change })
    expect(errorMessage(reply, 400)).toBe(message)
  })

  it('sent back as it was answered changes nothing; what cannot change is 409 by name', async ({
    studio,
  }) => {
    const made = await create(studio)
    const path = `/webhooks/${made.id}`
    const { update_date: _, ...shown } = made
    expect((await studio.call('PATCH', path, made)).body).toMatchObject(shown)
    const conflicts = { type: 'payment', network: 'mainnet', rules: [{}], confirmations: 2 }
    expect(errorMessage(await studio.call('PATCH', path, { name: 'New', ...conflicts }), 409)).toBe(
      'type: it is nft_api and cannot change; network: it is testnet and cannot change; rules: a webhook of nft_api has none; confirmations: they are 0 and cannot change',
    )
    expect((await studio.call('GET', path)).body).toMatchObject({ name: made.name })
  })

  it('has a secret of its own, returned once and kept in the vault, whatever the request says', async ({
    studio,
  }) => {
    const secrets = new Set<string | undefined>()
    for (const chosen of [undefined, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=']) {
      const reply = await studio.call('POST', '/webhooks', { ...request, secret: chosen })
      const { secret, ...shown } = webhookMade.parse(reply.body)
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
      expect(secret).not.toBe(chosen)
      expect(studio.webhookKeeper.kept.get(shown.id)).toBe(secret)
      const path = `/webhooks/${shown.id}`
      expect((await studio.call('GET', path)).body).toEqual(shown)
      expect((await studio.call('PATCH', path, { name: 'Sales' })).body).not.toHaveProperty(
        'secret',
      )
      secrets.add(secret)
    }
    expect(JSON.stringify((await studio.call('GET', '/webhooks')).body)).not.toContain('whsec_')
    expect(secrets.size).toBe(2)
  })

  it('is not made when the vault does not keep its secret', async () => {
    const broken = await openStudio({
      webhookSecrets: {
        set: async () => {
          throw new ColdpressError('keychain_unreachable', 'The keychain does not answer.')
        },
        get: async () => undefined,
        remove: async () => undefined,
      },
    })
    errorMessage(await broken.call('POST', '/webhooks', request), 503)
    expect((await broken.call('GET', '/webhooks')).body).toEqual({ data: [], cursor: null })
    await broken.close()
  })

  it('is not made in a studio without a vault', async ({ studio }) => {
    const app = await createStudio({
      database: ':memory:',
      content: studio.content,
      network: 'devnet',
      appId,
      apiKey: Secret.ofText(apiKey),
      keys: createFakeVault().keys,
    })
    const reply = await app.inject({
      method: 'POST',
      url: `${base}/webhooks`,
      headers: { 'x-api-key': apiKey },
      payload: request,
    })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ message: expect.stringMatching(/without a vault/u) })
    await app.close()
  })

  it('stays when the vault cannot remove its secret', async ({ studio }) => {
    const { id } = await create(studio)
    const { webhookSecrets } = studio.webhookKeeper
    const second = await openStudio({
      database: studio.databasePath,
      webhookSecrets: {
        ...webhookSecrets,
        remove: async () => {
          throw new ColdpressError('keychain_unreachable', 'The keychain does not answer.')
        },
      },
    })
    errorMessage(await second.call('DELETE', `/webhooks/${id}`), 503)
    expect((await second.call('GET', `/webhooks/${id}`)).status).toBe(200)
    await second.close()
  })

  it.for([
    ['type', 'payment', 'type: must be nft_api'],
    ['network', 'mainnet', 'network: mainnet, but this studio is on testnet'],
    ['network', 'preprod', 'network: must be one of mainnet, testnet'],
    ['callback_url', 'ftp://example.org', 'callback_url: not an http or https URL'],
    ['callback_url', 'soon', 'callback_url: not an http or https URL'],
    ['name', '', 'name: empty, a name is required'],
  ] as const)('a webhook is refused for its %s %j', async ([field, value, message], { studio }) => {
    const reply = await studio.call('POST', '/webhooks', { ...request, [field]: value })
    expect(errorMessage(reply, 400)).toBe(message)
  })

  it.for([
    'http://169.254.169.254/latest/meta-data',
    'http://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:0:169.254.169.254]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[64:ff9b:1::169.254.169.254]/',
    'http://[64:ff9b:1:a9fe:a9:fe00::]/',
    'http://[64:ff9b:1:2:a9:fea9:fe00:0]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://0.0.0.0/',
    'http://255.255.255.255/',
    'https://224.0.0.1/',
    'http://someone:password@example.org/',
  ])('does not call back at %s', async (url, { studio }) => {
    const message = /^callback_url: (?:leads to|holds a user name)/u
    const reply = await studio.call('POST', '/webhooks', { ...request, callback_url: url })
    expect(errorMessage(reply, 400)).toMatch(message)
    const { id } = await create(studio)
    const change = await studio.call('PATCH', `/webhooks/${id}`, { callback_url: url })
    expect(errorMessage(change, 400)).toMatch(message)
  })

  it.for([
    'http://localhost:3000/',
    'http://[::1]:80/',
    'http://192.168.1.7/',
    'http://[64:ff9b::c000:207]/',
    'http://[2002:c000:207::1]/',
    'http://[2001:db8::a9fe:a9fe]/',
    'https://shop.example/',
  ])('a webhook may call back at %s', async (url, { studio }) => {
    expect((await create(studio, { callback_url: url })).callback_url).toBe(url)
  })

  it('is enabled and disabled by text or boolean, and by nothing else', async ({ studio }) => {
    const { id } = await create(studio)
    const change = (available: unknown) => studio.call('PATCH', `/webhooks/${id}`, { available })
    for (const available of ['false', 'true', false, true]) {
      expect((await change(available)).body).toMatchObject({ available: String(available) })
    }
    expect(errorMessage(await change('yes'), 400)).toContain('available')
  })

  it('is changed, listed and deleted', async ({ studio }) => {
    const { id } = await create(studio)
    const changed = await studio.call('PATCH', `/webhooks/${id}`, {
      name: 'New',
      description: null,
      callback_url: 'https://example.org/hook',
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { id, name: 'New', description: null, callback_url: 'https://example.org/hook' },
    })
    expect((await studio.call('GET', '/webhooks')).body).toMatchObject({
      data: expect.arrayContaining([changed.body]),
    })
    expect(await studio.call('DELETE', `/webhooks/${id}`)).toMatchObject({
      status: 200,
      body: { deleted: true, deleted_webhook_id: id, deleted_at: expect.stringMatching(/Z$/u) },
    })
    expect(studio.webhookKeeper.kept.has(id)).toBe(false)
    for (const method of ['GET', 'DELETE', 'PATCH'] as const) {
      const body = method === 'PATCH' ? {} : undefined
      errorMessage(await studio.call(method, `/webhooks/${id}`, body), 404)
    }
  })
})
