import { createHmac, randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { importEvents } from '#app/events/received/import-events.ts'
import type { EventsFilter } from '#contract/events/calls.ts'
import { eventJson, minutesIn, openEvents } from '../../app/events/event-of.ts'
import { freePort, startLoopbackServer } from '../../support/loopback-server.ts'
import { openServices } from './open-services.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

const all: EventsFilter = {
  kinds: null,
  accountId: null,
  collectionId: null,
  saleId: null,
  network: null,
  from: null,
  to: null,
  search: '',
}

const imageCid = 'QmdfTbBqBPQ7VNxZEYEj14VmRuZBkqFbiwReogJgS1zR1n'
const txId = 'ab'.repeat(32)

type TestServices = Awaited<ReturnType<typeof openServices>>

/** Takes events in as a user does: from a file that was picked. */
const take = async ({ call, pick }: TestServices, raws: readonly string[], accountId = 'local') => {
  const path = join(temporaryFolder(), 'events.ndjson')
  await writeFile(path, raws.join('\n'))
  await pick(path)
  return call('events.import', { accountId, path })
}

const addAccount = (
  { call }: TestServices,
  baseUrl = 'http://127.0.0.1:9',
  network = 'testnet' as const,
) =>
  call('accounts.add', { name: 'Shop', network, baseUrl, appId: 'shop', apiKey: 'key-of-the-shop' })

const page = (harness: TestServices, filter: Partial<EventsFilter> = {}, more: object = {}) =>
  harness.call('events.page', {
    filter: { ...all, ...filter },
    before: null,
    limit: 100,
    bySale: false,
    ...more,
  })

describe('the events in the window', () => {
  it('are listed newest first, page by page, and as sales by their last event', async () => {
    const harness = await openServices({ hasVault: false })
    const raws = Array.from({ length: 5 }, (_, index) =>
      eventJson({ id: `e${index}`, minute: index, sale: `sale-${index % 2}` }),
    )
    expect(await take(harness, raws)).toEqual({ added: 5, known: 0, bad: 0, errors: [] })
    const first = await page(harness, {}, { limit: 3 })
    expect(first.hasMore).toBe(true)
    expect(first.events.map(({ at }) => at)).toEqual(
      [4, 3, 2].map((minute) => minutesIn(minute).toISOString()),
    )
    const rest = await page(harness, {}, { before: first.events[2]?.id })
    expect(rest).toMatchObject({ hasMore: false, events: [{}, {}] })
    const sales = await page(harness, {}, { bySale: true })
    expect(sales.events.map(({ saleId }) => saleId)).toEqual(['sale-0', 'sale-1'])
    const timeline = await harness.call('events.timeline', { accountId: 'local', saleId: 'sale-0' })
    expect(timeline.map(({ at }) => at)).toEqual(
      [0, 2, 4].map((minute) => minutesIn(minute).toISOString()),
    )
  })

  it('are filtered by all that there is to choose from, and searched', async () => {
    const harness = await openServices({ hasVault: false })
    await take(harness, [
      eventJson({ id: 'e1', minute: 1, status: 'COMPLETED', collection: 'c1' }),
      eventJson({ id: 'e2', minute: 2, status: 'NEW_KIND', collection: 'c2', network: 'mainnet' }),
      eventJson({ id: 'e3', minute: 3, more: { note: 'Größe' } }),
    ])
    expect(await harness.call('events.choices', null)).toEqual({
      kinds: ['COMPLETED', 'MINTING', 'NEW_KIND'],
      networks: ['mainnet', 'testnet'],
      collections: [
        { accountId: 'local', collectionId: 'c1' },
        { accountId: 'local', collectionId: 'c2' },
        { accountId: 'local', collectionId: 'collection-1' },
      ],
      total: 3,
    })
    const kindsOf = async (filter: Partial<EventsFilter>) =>
      (await page(harness, filter)).events.map(({ kind }) => kind)
    expect(await kindsOf({ kinds: ['NEW_KIND', 'COMPLETED'] })).toEqual(['NEW_KIND', 'COMPLETED'])
    expect(await kindsOf({ network: 'mainnet' })).toEqual(['NEW_KIND'])
    expect(await kindsOf({ collectionId: 'c1', accountId: 'local' })).toEqual(['COMPLETED'])
    expect(await kindsOf({ search: 'grosse' })).toEqual([])
    expect(await kindsOf({ search: 'größe' })).toEqual(['MINTING'])
    const at = minutesIn(2).toISOString()
    expect(await kindsOf({ from: at, to: at })).toEqual(['NEW_KIND'])
    await expect(kindsOf({ from: 'yesterday' })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('are explained, with images, and lead to the pages of their transactions', async () => {
    const harness = await openServices({ hasVault: false })
    const { id: shop } = await openVaultFor(harness)
    const data = (status: string) => ({
      status,
      sale_id: 'sale-9',
      tokens: Array.from({ length: 5 }, (_, index) => ({
        image: `ipfs://${imageCid}`,
        tx_id: index < 4 ? txId : '',
        asset_name: `Leaf${index}`,
      })),
      error: [
        { name: 'UnderpaidError', message: { expected: 10_000_000, paid: 4e6, missing: 6e6 } },
        { name: 'SomethingNew', message: 'odd' },
      ],
    })
    const raw = eventJson({ id: 'e1', more: { data: data('UNRESOLVED_UNDERPAID') } })
    await take(harness, [raw], shop)
    const [row] = (await page(harness)).events
    expect(row).toMatchObject({
      kind: 'UNRESOLVED_UNDERPAID',
      error: 'Paid too little',
      names: ['Leaf0', 'Leaf1', 'Leaf2'],
      tokens: 5,
      cid: imageCid,
      unread: true,
    })
    const facts = await harness.call('events.show', { id: row?.id ?? 0 })
    expect(facts.raw).toBe(raw)
    expect(facts.all).toHaveLength(5)
    expect(facts.errors).toMatchObject([
      { name: 'UnderpaidError', resolution: 'wait', cause: expect.stringContaining('6 ADA') },
      { name: 'SomethingNew', title: 'The service says SomethingNew' },
    ])
    expect(facts.transactions).toEqual([
      {
        txId,
        pages: [
          { network: 'preprod', url: `https://preprod.cardanoscan.io/transaction/${txId}` },
          { network: 'preview', url: `https://preview.cardanoscan.io/transaction/${txId}` },
        ],
      },
    ])
    await expect(harness.call('events.show', { id: 1 })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('link to the page of the devnet where the Local studio reported them', async () => {
    const harness = await openServices()
    const data = { status: 'MINTING', tokens: [{ tx_id: txId, asset_name: 'Leaf', image: '' }] }
    await take(harness, [eventJson({ id: 'e1', more: { data } })])
    const [row] = (await page(harness)).events
    const { transactions } = await harness.call('events.show', { id: row?.id ?? 0 })
    expect(transactions[0]?.pages).toEqual([
      { network: 'devnet', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:.*\/devnet\/tx\//u) },
    ])
  })

  it('are shown whatever is in them', async () => {
    const harness = await openServices({ hasVault: false })
    await take(harness, [
      '{"id":"e1"}',
      '{"id":"e2","data":{"status":7,"tokens":[{}],"error":[{}]}}',
    ])
    const { events } = await page(harness)
    expect(events.map(({ kind, tokens }) => [kind, tokens])).toEqual([
      ['', 1],
      ['', 0],
    ])
    const facts = await harness.call('events.show', { id: events[0]?.id ?? 0 })
    expect(facts).toMatchObject({ errors: [{}], all: [{ name: '', cid: null, txId: null }] })
  })

  it('are unread until the window says that they were seen, and each change reaches the window', async () => {
    const harness = await openServices({ hasVault: false })
    await take(harness, ['{"id":"e1"}', '{"id":"e2"}'])
    expect(harness.state.events).toContainEqual(['events.changed', { unread: 2, arrival: 2 }])
    expect(await harness.call('events.newer', { filter: all, arrival: 1 })).toEqual({ count: 1 })
    await harness.call('events.markRead', { arrival: 1 })
    expect(await harness.call('events.unread', null)).toEqual({ unread: 1, arrival: 2 })
    expect(harness.state.events).toContainEqual(['events.changed', { unread: 1, arrival: 2 }])
    expect((await page(harness)).events.map(({ unread }) => unread)).toEqual([true, false])
  })

  it('that another process recorded reach the window as well', async () => {
    const harness = await openServices({ hasVault: false })
    await harness.app.events.importFile('local', {
      path: 'events.json',
      bytes: new TextEncoder().encode('{"id":"e1"}'),
    })
    await expect
      .poll(() => harness.state.events)
      .toContainEqual(['events.changed', { unread: 1, arrival: 1 }])
  })

  it('name their collections as far as services tell', async () => {
    const harness = await openServices({ hasVault: false })
    const server = await startLoopbackServer((_request, _message, response) => {
      response.writeHead(500)
      response.end()
    })
    onTestFinished(() => server.close())
    const { id: shop } = await openVaultFor(harness, server.url)
    const { id } = await harness.call('collections.create', {
      accountId: 'local',
      form: {
        name: 'Herbarium',
        payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
        policy: { kind: 'generate', lockTime: null },
      },
    })
    await take(harness, [eventJson({ id: 'e1', collection: id })])
    await take(harness, [eventJson({ id: 'e2', collection: 'gone' })], shop)
    expect(await harness.call('events.names', null)).toEqual({ [id]: 'Herbarium' })
    const asked = server.requests.length
    await harness.call('events.names', null)
    expect(server.requests).toHaveLength(asked)
  })
})

/** A vault and a hosted account, whose key is in it. */
const openVaultFor = async (harness: TestServices, baseUrl?: string) => {
  await harness.call('vault.create', { passphrase: 'a passphrase for tests' })
  return addAccount(harness, baseUrl)
}

describe('files of events', () => {
  it('are written as they are filtered, whole or not at all, and can be read in again', async () => {
    const harness = await openServices({ hasVault: false })
    const raws = Array.from({ length: 1200 }, (_, index) =>
      eventJson({ id: `e${index}`, network: index % 2 === 0 ? 'testnet' : 'mainnet' }),
    )
    await take(harness, raws)
    const folder = temporaryFolder()
    expect(await harness.call('events.export', { filter: all, as: 'csv' })).toBeNull()
    harness.state.saveTo = join(folder, 'events.ndjson')
    const filter = { ...all, network: 'mainnet' }
    expect(await harness.call('events.export', { filter, as: 'ndjson' })).toEqual({
      path: harness.state.saveTo,
      events: 600,
    })
    expect(harness.state.suggested).toEqual(['coldpress-events.csv', 'coldpress-events.ndjson'])
    expect(await readdir(folder)).toEqual(['events.ndjson'])
    const { events } = openEvents()
    const text = await readFile(harness.state.saveTo, 'utf8')
    expect(await importEvents(events, text, { accountId: 'local', via: 'file' })).toMatchObject({
      added: 600,
      bad: [],
    })
    expect(harness.logged('app')[0]).toBe('600 events were saved to a file.')
  })

  it('that cannot be written leave nothing behind', async () => {
    const harness = await openServices({ hasVault: false })
    const folder = temporaryFolder()
    harness.state.saveTo = join(folder, 'gone', 'events.csv')
    await expect(harness.call('events.export', { filter: all, as: 'csv' })).rejects.toThrow(
      /cannot be written/u,
    )
    expect(await readdir(folder)).toEqual([])
  })

  it('are read when the user picked them, what is bad in them is named', async () => {
    const harness = await openServices({ hasVault: false })
    expect(await take(harness, ['{"id":"e1"}', 'no event', '{"id":"e1"}'])).toEqual({
      added: 1,
      known: 1,
      bad: 1,
      errors: [{ number: 2, error: 'not valid JSON, or cut off' }],
    })
    expect(harness.logged('account')).toEqual([
      'Events of Local studio were read from a file: 1 new, 1 here already, 1 that are not events.',
    ])
    const path = join(temporaryFolder(), 'other')
    await expect(harness.call('events.import', { accountId: 'local', path })).rejects.toMatchObject(
      {
        details: { rule: 'file_not_picked' },
      },
    )
    await harness.pick(path)
    await expect(harness.call('events.import', { accountId: 'local', path })).rejects.toThrow(
      /cannot be read \(ENOENT\)/u,
    )
    await writeFile(path, Uint8Array.of(0xff, 0xfe))
    await expect(harness.call('events.import', { accountId: 'local', path })).rejects.toThrow(
      /not UTF-8/u,
    )
  })
})

/** Signs as the hosted service does and delivers. */
const deliver = (url: string, body: string, secret: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-tangocrypto-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
    body,
  })

const secret = 'the secret that the service showed'

describe('the inbox of an account', () => {
  it('is off until it is turned on, and receives what is signed with its secret', async () => {
    const harness = await openServices()
    const { id: accountId } = await addAccount(harness)
    const config = {
      accountId,
      isOn: true,
      port: await freePort(),
      hosts: ['hooks.example.com'],
      scheme: null,
    }
    expect(await harness.call('inboxes.list', null)).toMatchObject({
      inboxes: [{ accountId, isOn: false, state: 'off', url: null }],
    })
    expect(await harness.call('inboxes.change', config)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/no secret yet/u),
    })
    const { url } = await harness.call('inboxes.setSecret', { accountId, secret: ` ${secret}\n` })
    expect(url).toBe(`http://127.0.0.1:${config.port}/`)
    expect((await deliver(url ?? '', eventJson({ id: 'e1' }), 'another one')).status).toBe(401)
    expect((await deliver(url ?? '', eventJson({ id: 'e1' }), secret)).status).toBe(200)
    expect(await page(harness)).toMatchObject({ events: [{ accountId, via: 'webhook' }] })
    await expect
      .poll(() => harness.state.events)
      .toContainEqual(['events.changed', { unread: 1, arrival: 1 }])
    expect((await harness.call('inboxes.list', null)).inboxes).toMatchObject([
      { state: 'listening', received: 1, lastError: { status: 401 } },
    ])
    expect(await harness.call('inboxes.change', { ...config, isOn: false })).toMatchObject({
      state: 'off',
      url: null,
    })
    await expect(deliver(url ?? '', eventJson({ id: 'e2' }), secret)).rejects.toThrow(
      /fetch failed/u,
    )
    expect(harness.logged('account')).toContain('Shop: its inbox is off.')
  })

  it('says that its port is taken, and listens on another one', async () => {
    const harness = await openServices()
    const { id: accountId } = await addAccount(harness)
    const server = await startLoopbackServer(() => undefined)
    onTestFinished(() => server.close())
    await harness.call('inboxes.setSecret', { accountId, secret })
    const config = {
      accountId,
      isOn: true,
      port: Number(new URL(server.url).port),
      hosts: [],
      scheme: null,
    }
    expect(await harness.call('inboxes.change', config)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/in use by another program/u),
    })
    expect(
      await harness.call('inboxes.change', { ...config, port: await freePort() }),
    ).toMatchObject({
      state: 'listening',
      message: null,
    })
    await expect(harness.call('inboxes.change', { ...config, port: 80 })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('waits for the vault where that has to be open, and goes with its account', async () => {
    const harness = await openServices()
    const { id: accountId } = await addAccount(harness)
    await harness.call('inboxes.setSecret', { accountId, secret })
    await harness.call('vault.lock', null)
    const config = { accountId, isOn: true, port: await freePort(), hosts: [], scheme: null }
    expect(await harness.call('inboxes.change', config)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/vault, which is locked/u),
    })
    await harness.call('vault.unlock', { passphrase: 'a passphrase for tests' })
    harness.services.vaultChanged({ state: 'unlocked' })
    await expect
      .poll(async () => (await harness.call('inboxes.list', null)).inboxes[0]?.state)
      .toBe('listening')
    await harness.call('accounts.remove', { accountId })
    await expect(deliver(`http://127.0.0.1:${config.port}/`, '{}', secret)).rejects.toThrow(
      /fetch failed/u,
    )
    expect((await harness.call('inboxes.list', null)).inboxes).toEqual([])
    expect(harness.app.events.inboxConfigs.get(accountId).isOn).toBe(false)
  })

  it('has a secret that is made here and shown when asked for', async () => {
    const harness = await openServices()
    const { id: accountId } = await addAccount(harness)
    expect(await harness.call('inboxes.hasSecret', { accountId })).toEqual({ has: false })
    await expect(harness.call('inboxes.reveal', { accountId })).rejects.toMatchObject({
      code: 'key_missing',
    })
    await harness.call('inboxes.makeSecret', { accountId })
    expect(await harness.call('inboxes.hasSecret', { accountId })).toEqual({ has: true })
    const { text } = await harness.call('inboxes.reveal', { accountId })
    expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
    expect(harness.logged('account')[0]).toBe('Shop: the secret of its inbox was shown.')
    expect(JSON.stringify([harness.logged('account'), harness.state.events])).not.toContain(text)
    await expect(
      harness.call('inboxes.setSecret', { accountId, secret: 'short' }),
    ).rejects.toMatchObject({ code: 'invalid' })
    await expect(harness.call('inboxes.reveal', { accountId: 'local' })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('is made known to the service, whose own secret goes to the vault', async () => {
    const harness = await openServices()
    const bodies: string[] = []
    const server = await startLoopbackServer(async ({ method }, message, response) => {
      response.setHeader('content-type', 'application/json')
      // What there is already is listed first, so that a lost answer makes no second webhook.
      if (method === 'GET') {
        response.end('{"data":[]}')
        return
      }
      for await (const piece of message) bodies.push(String(piece))
      response.writeHead(201, { 'content-type': 'application/json' })
      const given: unknown = JSON.parse(bodies.at(-1) ?? '{}')
      response.end(
        JSON.stringify({
          ...(typeof given === 'object' ? given : {}),
          id: randomUUID(),
          rules: [],
          available: 'true',
          confirmations: 0,
          create_date: minutesIn(0).toISOString(),
          update_date: minutesIn(0).toISOString(),
          ...(bodies.length === 1 ? { secret } : {}),
        }),
      )
    })
    onTestFinished(() => server.close())
    const { id: accountId } = await addAccount(harness, server.url)
    const callbackUrl = 'https://hooks.example.com/'
    const register = () => harness.call('inboxes.register', { accountId, callbackUrl })
    expect(await register()).toMatchObject({ isSecretStored: true })
    expect(await harness.call('inboxes.reveal', { accountId })).toEqual({ text: secret })
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ callback_url: callbackUrl })
    expect(await register()).toMatchObject({ isSecretStored: false })
    expect(await harness.call('inboxes.reveal', { accountId })).toEqual({ text: secret })
  })
})

describe('a sale that failed', () => {
  const failed = (id: string, minute: number) =>
    eventJson({
      id,
      minute,
      more: {
        data: {
          status: 'UNRESOLVED_OVERPAID',
          error: [{ name: 'OverpaidError', message: { expected: 1, paid: 2, surplus: 1 } }],
        },
      },
    })

  const open = async (notifyFailures: boolean) => {
    const harness = await openServices()
    const { id: accountId } = await addAccount(harness)
    await harness.call('app.changeSettings', { notifyFailures, notifyPaid: notifyFailures })
    await harness.call('inboxes.setSecret', { accountId, secret })
    const config = { accountId, isOn: true, port: await freePort(), hosts: [], scheme: null }
    const { url } = await harness.call('inboxes.change', config)
    return { ...harness, harness, receive: (raw: string) => deliver(url ?? '', raw, secret) }
  }

  it('is notified of by the system where the user wants that, and leads to its event', async () => {
    const { harness, state, receive } = await open(true)
    await receive(eventJson({ id: 'e1', more: { data: { status: 'COMPLETED' } } }))
    expect(state.notices).toEqual([])
    await receive(failed('e2', 1))
    await expect
      .poll(() => state.notices)
      .toMatchObject([{ title: 'A payment link needs you', body: 'Paid too much' }])
    state.notices[0]?.onClick()
    const [row] = (await page(harness)).events
    expect(state.events.at(-1)).toEqual(['events.opened', { id: row?.id }])
  })

  it('is shown in the window where the system shows no notification', async () => {
    const { state, receive } = await open(true)
    state.showsNotices = false
    await receive(failed('e1', 1))
    expect(state.events).toContainEqual([
      'events.noticed',
      {
        id: expect.any(Number),
        isGood: false,
        message: 'A payment link needs you: Paid too much',
        sales: [expect.any(String)],
      },
    ])
  })

  it('is told from one that was paid for', async () => {
    const { state, receive } = await open(true)
    await receive(eventJson({ id: 'e1' }))
    await expect
      .poll(() => state.notices)
      .toMatchObject([{ title: 'Sold: 1 work', body: expect.stringContaining('on the way') }])
  })

  it('is not notified of when nobody wants that, nor when it was read from a file', async () => {
    const { state, receive } = await open(false)
    await receive(failed('e1', 1))
    expect(state.notices).toEqual([])
    const other = await openServices({ hasVault: false })
    await other.call('app.changeSettings', { notifyFailures: true })
    await take(other, [failed('e1', 1)])
    expect(other.state.notices).toEqual([])
  })
  it('is not notified of when it was in the list before anybody read that, but when it comes', async () => {
    const harness = await openServices()
    const listed: unknown[] = [JSON.parse(failed('old', 1))]
    const server = await startLoopbackServer((_request, _message, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data: listed, cursor: null }))
    })
    onTestFinished(() => server.close())
    const { id: accountId } = await addAccount(harness, server.url)
    await harness.call('app.changeSettings', { notifyFailures: true })
    expect(await harness.call('events.catchUp', { accountId })).toMatchObject({ added: 1 })
    expect(harness.state.events).toContainEqual(['events.changed', { unread: 1, arrival: 1 }])
    expect(harness.state.notices).toEqual([])
    listed.unshift(JSON.parse(failed('new', 2)))
    await harness.call('events.catchUp', { accountId })
    await expect
      .poll(() => harness.state.notices)
      .toMatchObject([{ title: 'A payment link needs you' }])
  })
})
