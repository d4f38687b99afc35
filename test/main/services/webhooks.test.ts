import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text as bodyOf } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { saleStatus } from '#contract/sales/sale-status.ts'
import { ok, startReceiver, status } from '../../studio/deliveries/delivery-harness.ts'
import { startHostedService, hostedAppId, hostedKey } from '../../support/hosted-service.ts'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { openServices } from './open-services.ts'

const accountId = 'local'
const draft = (url: string) => ({ accountId, name: 'The shop', callback_url: url })

const openWithFile = async () => {
  const harness = await openServices()
  harness.state.saveTo = join(temporaryFolder(), 'secret.txt')
  return { ...harness, file: harness.state.saveTo }
}

describe('a webhook of the window', () => {
  it('is made once its address was confirmed outside the page; its secret is in the file alone', async () => {
    const receiver = await startReceiver()
    const harness = await openWithFile()
    const { call, state, file } = harness
    const made = await call('webhooks.add', draft(receiver.url))
    expect(made).toMatchObject({ webhook: { name: 'The shop' }, secretPath: file })
    expect(state.suggested).toEqual(['The-shop-webhook-secret.txt'])
    const [question] = state.asked
    expect(question).toMatchObject({
      kind: 'send_events',
      question: `Send the events of "Local studio" to ${new URL(receiver.url).host}?`,
    })
    const said = question?.lines.join('\n')
    expect(said).toContain(`Address: ${receiver.url}`)
    expect(said).toContain('every collection of "Local studio"')
    expect(said).toContain(saleStatus.COMPLETED.label)
    expect(said).not.toContain(saleStatus.REFUNDED.label)
    expect(said).toContain('will receive every such event')

    const secret = await readFile(file, 'utf8')
    expect(secret).toMatch(/^whsec_[\w+/=]+$/u)
    // Windows has no such mode.
    const mode = process.platform === 'win32' ? 0o600 : (await stat(file)).mode & 0o777
    expect(mode).toBe(0o600)
    const webhookId = made?.webhook.id ?? ''
    const tested = await call('webhooks.test', { accountId, webhookId })
    expect(tested).toMatchObject({ delivered: true, status_code: 204 })
    const [sent] = receiver.received
    new Webhook(secret).verify(sent?.body ?? '', { ...sent?.headers })

    const answers = [made, tested, await call('webhooks.list', { accountId }), state.events]
    expect(JSON.stringify(answers)).not.toContain('whsec_')
    expect(JSON.stringify(harness.logged('account'))).not.toContain('whsec_')
    expect(harness.logged('account')[0]).toContain(receiver.url)
  })

  it('is not made where its user picks no file, or where the vault is locked', async () => {
    const { call, state } = await openWithFile()
    state.saveTo = null
    expect(await call('webhooks.add', draft('https://shop.example/'))).toBeNull()
    await call('vault.lock', null)
    await expect(call('webhooks.add', draft('https://shop.example/'))).rejects.toMatchObject({
      code: 'vault_locked',
    })
    expect(state.asked).toEqual([])
    await call('vault.unlock', { passphrase: 'a passphrase for tests' })
    expect(await call('webhooks.list', { accountId })).toEqual([])
  })

  it('is deleted again where its secret cannot be written, for nobody could verify what it sends', async () => {
    const { call, file } = await openWithFile()
    await mkdir(join(file, 'taken'), { recursive: true })
    await expect(call('webhooks.add', draft('https://shop.example/'))).rejects.toThrow(
      /the webhook was deleted again/u,
    )
    expect(await call('webhooks.list', { accountId })).toEqual([])
  })

  it('is asked about again before another address gets events, or this one more, and for nothing else', async () => {
    const { call, state } = await openWithFile()
    const made = await call('webhooks.add', draft('https://shop.example/'))
    const ref = { accountId, webhookId: made?.webhook.id ?? '' }
    state.asked.length = 0
    for (const change of [
      { name: 'Shop' },
      { description: 'Marks orders' },
      { available: 'false' as const },
      { available: 'true' as const },
      { callback_url: 'https://shop.example/' },
    ])
      await call('webhooks.update', { ...ref, ...change })
    expect(state.asked).toEqual([])
    await call('webhooks.update', { ...ref, own_events: ['REFUNDED'] })
    expect(state.asked[0]?.lines.join()).toContain(saleStatus.REFUNDED.label)
    await call('webhooks.update', { ...ref, callback_url: 'https://other.example/' })
    expect(state.asked[1]?.lines).toEqual(
      expect.arrayContaining([
        'Address until now: https://shop.example/',
        'Address: https://other.example/',
      ]),
    )
    // Fewer events need no yes.
    state.confirms = false
    expect(await call('webhooks.update', { ...ref, own_events: [] })).toMatchObject({
      callback_url: 'https://other.example/',
      own_events: [],
    })
    await call('webhooks.remove', ref)
    expect(await call('webhooks.list', { accountId })).toEqual([])
  })

  it('says what its receiver answered, and what was not delivered', async () => {
    const receiver = await startReceiver(status(500))
    const { call } = await openWithFile()
    const made = await call('webhooks.add', draft(receiver.url))
    const ref = { accountId, webhookId: made?.webhook.id ?? '' }
    expect(await call('webhooks.test', ref)).toMatchObject({
      delivered: false,
      status_code: 500,
      body_start: 'so it is',
    })
    receiver.answers(ok)
    expect(await call('webhooks.test', ref)).toMatchObject({ delivered: true })
    expect(await call('webhooks.deliveries', { ...ref, state: 'failed', limit: 50 })).toEqual({
      deliveries: [],
      hasMore: false,
    })
  })
})

describe('a hosted service', () => {
  const addShop = async (url: string) => {
    const harness = await openWithFile()
    const { id } = await harness.call('accounts.add', {
      name: 'Shop',
      network: 'testnet',
      baseUrl: url,
      appId: hostedAppId,
      apiKey: hostedKey,
    })
    return { ...harness, shop: id }
  }

  it('that returns no secret, tests nothing and lists no deliveries is described in words', async () => {
    const service = await startHostedService()
    onTestFinished(() => service.close())
    const { call, file, shop } = await addShop(service.url)
    const added = { ...draft('https://shop.example/'), accountId: shop }
    const made = await call('webhooks.add', added)
    expect(made).toMatchObject({ webhook: { available: 'true' }, secretPath: null })
    await expect(readFile(file)).rejects.toThrow(/ENOENT/u)
    const ref = { accountId: shop, webhookId: made?.webhook.id ?? '' }
    await expect(call('webhooks.test', ref)).rejects.toMatchObject({
      code: 'not_implemented',
      message: expect.stringMatching(/^Shop doesn’t test webhooks/u),
    })
    await expect(
      call('webhooks.deliveries', { ...ref, state: null, limit: 50 }),
    ).rejects.toMatchObject({
      code: 'not_implemented',
      message: expect.stringMatching(/^Shop doesn’t say what it delivered/u),
    })
    // An unknown webhook is another thing.
    await expect(call('webhooks.test', { ...ref, webhookId: 'gone' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('that has no webhooks says so', async () => {
    const service = await startLoopbackServer((_request, _message, response) =>
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status_code: 404, message: 'Not Found', error: 'Error' })),
    )
    onTestFinished(() => service.close())
    const { call, shop } = await addShop(service.url)
    await expect(call('webhooks.list', { accountId: shop })).rejects.toMatchObject({
      code: 'not_implemented',
      message: 'Shop has no webhooks.',
    })
  })

  it('that lists the secrets of its webhooks does not bring them to the page', async () => {
    const webhook = {
      id: 'w1',
      name: 'Till',
      callback_url: 'https://shop.example/',
      secret: 'whsec_in-the-list',
      signing: { secret: 'whsec_deep' },
    }
    const service = await startLoopbackServer(async (request, message, response) => {
      await bodyOf(message)
      const isMade = request.method === 'POST'
      response
        .writeHead(isMade ? 201 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(isMade ? webhook : { data: [], cursor: null }))
    })
    onTestFinished(() => service.close())
    const { call, file, shop } = await addShop(service.url)
    const made = await call('webhooks.add', { ...draft(webhook.callback_url), accountId: shop })
    expect(JSON.stringify(made)).not.toContain('whsec_')
    expect(await readFile(file, 'utf8')).toBe(webhook.secret)
  })
})
