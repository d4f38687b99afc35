import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhook, webhookMade } from '../../src/shared/wire/webhook.ts'
import { messageOfFault, openStudio, type TestStudio } from './open-studio.ts'

let studio: TestStudio
beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio.close())

const request = {
  type: 'nft_api',
  name: 'Sales',
  network: 'testnet',
  description: 'Tells my shop',
  callback_url: 'http://127.0.0.1:9/hook',
}
const create = async (changes: object = {}) =>
  webhook.parse((await studio.call('POST', '/webhooks', { ...request, ...changes })).body)

describe('Webhook', () => {
  it('is answered with 201 and every field of the interface', async () => {
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
    const { id } = webhook.parse(reply.body)
    const { secret, ...shown } = webhookMade.parse(reply.body)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
    expect((await studio.call('GET', `/webhooks/${id}`)).body).toEqual(shown)
  })

  it.each([
    ['type', 'payment', 'type: must be nft_api'],
    ['network', 'mainnet', 'network: mainnet, but this studio is on testnet'],
    ['network', 'preprod', 'network: must be one of mainnet, testnet'],
    ['callback_url', 'ftp://example.org', 'callback_url: not an http or https URL'],
    ['callback_url', 'soon', 'callback_url: not an http or https URL'],
    ['name', '', 'name: empty, a name is required'],
  ])('refuses %s %j', async (field, value, message) => {
    const reply = await studio.call('POST', '/webhooks', { ...request, [field]: value })
    expect(messageOfFault(reply, 400)).toBe(message)
  })

  it('is changed, listed and deleted', async () => {
    const { id } = await create()
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
    for (const method of ['GET', 'DELETE', 'PATCH'] as const) {
      const body = method === 'PATCH' ? {} : undefined
      messageOfFault(await studio.call(method, `/webhooks/${id}`, body), 404)
    }
  })
})
