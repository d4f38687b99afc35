import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { eventJson } from '../app/events/event-of.ts'
import { TestHome } from '../support/coldpress.ts'
import { deliveryHeaders } from '../support/signed-delivery.ts'
import { startLoopbackServer } from '../support/loopback-server.ts'
import { filesUnder, findPlanted } from '../support/planted-secrets.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

let home: TestHome
beforeAll(async () => {
  home = await TestHome.withVault()
})
afterAll(() => {
  home.remove()
})

const firstLine = z.object({ url: z.string(), account: z.string(), secret: z.string().optional() })
const eventLine = z.looseObject({
  arrival: z.int(),
  status: z.string(),
  event_id: z.string(),
  event: z.looseObject({ id: z.string() }),
})

/** A running command and its lines of JSON. */
const started = (args: readonly string[]) => {
  const child: ChildProcess = home.start([
    ...args,
    '--json',
    '--passphrase-file',
    home.passphraseFile,
  ])
  if (child.stdout === null) throw new Error('no standard output')
  const lines: unknown[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(JSON.parse(line)))
  return {
    lines,
    first: async () => {
      if (lines.length === 0) await once(reader, 'line')
      return firstLine.parse(lines[0])
    },
    end: async (signal: 'SIGTERM' | 'SIGKILL') => {
      const exit = once(child, 'exit')
      child.kill(signal)
      const [code] = z.tuple([z.number().nullable(), z.unknown()]).parse(await exit)
      return code
    },
  }
}

const deliver = async (url: string, body: string, key = secret) =>
  (await fetch(url, { method: 'POST', body, headers: deliveryHeaders(key, body) })).status

const secretFile = () => home.file('webhook-secret.txt', `${secret}\n`)
const listIds = async (...more: readonly string[]) => {
  const { document } = await home.json(['events', '--limit', '5000', ...more])
  return z
    .array(eventLine)
    .parse(document)
    .map(({ event_id: id }) => id)
}

describe('coldpress events', () => {
  it('makes a secret, shows it once, and receives what is signed with it', async () => {
    const inbox = started(['events', 'listen'])
    const { url, secret: made = '' } = await inbox.first()
    expect(made).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
    expect(await deliver(url, eventJson({ id: 'first' }), made)).toBe(200)
    expect(await deliver(url, eventJson({ id: 'forged' }))).toBe(401)
    await expect.poll(() => inbox.lines.length).toBe(2)
    expect(eventLine.parse(inbox.lines[1])).toMatchObject({ event_id: 'first', status: 'MINTING' })
    expect(await inbox.end('SIGTERM')).toBe(0)

    const again = started(['events', 'listen'])
    expect((await again.first()).secret).toBeUndefined()
    await again.end('SIGTERM')
    const planted = [
      { name: 'text', bytes: Buffer.from(made) },
      { name: 'key', bytes: Buffer.from(made.slice('whsec_'.length), 'base64') },
    ]
    expect(findPlanted(filesUnder(home.dir), planted)).toEqual([])
  })

  it('has every event that it answered for, once, after it was killed in the middle', async () => {
    const bodies = Array.from({ length: 300 }, (_, index) => eventJson({ id: `kill-${index}` }))
    const answered = new Set<string>()
    const counts: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const inbox = started(['events', 'listen', '--secret-file', secretFile()])
      const { url } = await inbox.first()
      const sending = Promise.all(
        bodies.map(async (body, index) => {
          const status = await deliver(url, body).catch(() => 0)
          if (status === 200) answered.add(`kill-${index}`)
        }),
      )
      await expect.poll(() => inbox.lines.length, { interval: 1 }).toBeGreaterThan(1)
      await inbox.end('SIGKILL')
      await sending
      const here = await listIds('--search', 'kill')
      expect(here).toEqual(expect.arrayContaining([...answered]))
      expect(new Set(here).size).toBe(here.length)
      counts.push(here.length)
    }
    expect(counts[0]).toBeLessThan(bodies.length)
    const inbox = started(['events', 'listen', '--secret-file', secretFile()])
    const { url } = await inbox.first()
    for (const body of bodies) expect(await deliver(url, body)).toBe(200)
    await inbox.end('SIGTERM')
    expect((await listIds('--search', 'kill')).length).toBe(bodies.length)
  })

  it('follows as a stream of lines, from where a script left off', async () => {
    const follower = started(['events', '--follow', '--after', '0', '--status', 'COMPLETED'])
    const path = home.file(
      'events.ndjson',
      ['a', 'b', 'c']
        .map((id, index) => eventJson({ id, status: index === 1 ? 'MINTING' : 'COMPLETED' }))
        .join('\n'),
    )
    const { code, document } = await home.json(['events', 'import', path])
    expect({ code, document }).toEqual({ code: 0, document: { added: 3, known: 0, bad: [] } })
    await expect.poll(() => follower.lines.length).toBe(2)
    const [, last] = z.tuple([eventLine, eventLine]).parse(follower.lines)
    expect(follower.lines).toMatchObject([{ event_id: 'a' }, { event_id: 'c' }])
    expect(await follower.end('SIGTERM')).toBe(0)

    const later = started(['events', '--follow', '--after', String(last.arrival - 1)])
    await expect.poll(() => later.lines.length).toBe(1)
    await later.end('SIGTERM')
  })

  it('names bad lines of a file and ends as done in part', async () => {
    const path = home.file('bad.ndjson', `${eventJson({ id: 'good' })}\nbad\n`)
    const { code, document } = await home.json(['events', 'import', path])
    expect(code).toBe(4)
    expect(document).toEqual({
      added: 1,
      known: 0,
      bad: [{ number: 2, error: 'not valid JSON, or cut off' }],
    })
    expect((await home.json(['events', 'import', home.file('none.json', '[7]')])).code).toBe(3)
    expect((await home.json(['events', 'import', 'no-such-file'])).code).toBe(2)
  })

  it('filters and searches what it shows', async () => {
    expect(await listIds('--search', 'good')).toEqual(['good'])
    expect(await listIds('--status', 'COMPLETED')).toEqual(['c', 'a'])
    expect(await listIds('--sale', 'no-such-sale')).toEqual([])
    expect((await home.json(['events', '--limit', 'many'])).code).toBe(2)
    for (const [option, ...more] of [
      ['--after'],
      ['--limit', '--follow'],
      ['--before', '--follow'],
    ] as const)
      expect(await home.json(['events', option, '1', ...more])).toMatchObject({
        code: 2,
        document: { error: { message: expect.stringMatching(new RegExp(`^${option}: `, 'u')) } },
      })
    const { stdout } = await home.run(['events', '--search', 'good'])
    expect(stdout).toMatch(/MINTING +sale-1 +collection-1 +devnet +good/u)
  })

  it('does not listen offline', async () => {
    const { code } = await home.run([
      'events',
      'listen',
      '--offline',
      '--secret-file',
      secretFile(),
    ])
    expect(code).toBe(6)
  })
})

describe('coldpress webhook', () => {
  it('adds, lists and removes at the service', async () => {
    const callback = 'http://127.0.0.1:4801/'
    const webhook = z.object({ id: z.string(), callback_url: z.literal(callback) })
    const added = await home.json(['webhook', 'add', '--name', 'inbox', '--callback-url', callback])
    const { id } = webhook.parse(added.document)
    const list = async () =>
      z
        .array(webhook)
        .parse((await home.json(['webhook', 'list'])).document)
        .map((one) => one.id)
    expect(await list()).toEqual([id])
    expect((await home.json(['webhook', 'remove', id])).document).toEqual({ removed: id })
    expect(await list()).toEqual([])
    expect(
      (await home.json(['webhook', 'add', '--name', 'x', '--callback-url', 'ftp://x'])).code,
    ).toBe(3)
  })
})

describe('the secret that a service tells', () => {
  const made = { id: 'w1', type: 'nft_api', name: 'inbox', network: 'testnet', rules: [] }
  const times = { create_date: '2026-11-22T00:00:00.000Z', update_date: '2026-11-22T00:00:00.000Z' }
  const callback = 'http://127.0.0.1:4801/'
  const webhook = { ...made, ...times, callback_url: callback, available: 'true', confirmations: 0 }

  const shop = async () => {
    // It is asked for its webhooks first, so that a lost answer makes none twice.
    const service = await startLoopbackServer(({ method }, _message, response) => {
      const isList = method === 'GET'
      response.writeHead(isList ? 200 : 201, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isList ? { data: [] } : { ...webhook, secret }))
    })
    onTestFinished(() => service.close())
    const name = `shop-${service.url.split(':').at(-1) ?? ''}`
    const key = home.file('api-key.txt', 'key\n')
    const where = ['--network', 'testnet', '--base-url', service.url, '--app-id', 'a']
    await home.json(['account', 'add', name, ...where, '--api-key-file', key])
    return name
  }
  const add = (account: string, ...more: readonly string[]) =>
    home.json([
      'webhook',
      'add',
      '--name',
      'inbox',
      '--callback-url',
      callback,
      '--account',
      account,
      ...more,
    ])

  it('the secret of a new webhook is shown once and never again', async () => {
    expect((await add(await shop())).document).toEqual({ ...webhook, secret })
  })

  it('goes to the vault for the inbox of the account, unseen', async () => {
    const account = await shop()
    expect((await add(account, '--for-inbox')).document).toEqual(webhook)
    const inbox = started(['events', 'listen', '--account', account])
    const first = await inbox.first()
    expect(first).toMatchObject({ account })
    expect(first.secret).toBeUndefined()
    expect(await deliver(first.url, eventJson({ id: 'of the shop' }))).toBe(200)
    await inbox.end('SIGTERM')
    expect(await listIds('--account', account)).toEqual(['of the shop'])

    const kept = () => [...filesUnder(home.dir).keys()].filter((path) => path.includes('inbox-'))
    const before = kept()
    await home.json(['account', 'remove', account])
    expect(kept()).toHaveLength(before.length - 1)
    expect(await listIds('--search', 'shop')).toEqual(['of the shop'])
  })
})
