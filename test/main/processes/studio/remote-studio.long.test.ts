import { KeyHash } from '#cardano/ids.ts'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMintingClient } from '#app/api/client.ts'
import { type App, createApp, type RunningStudio } from '#app/create-app.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { ProcessExit } from '#transport/process/port.ts'
import type { StudioNotice } from '#studio/notice.ts'
import type { RestartLimit } from '#transport/process/supervised-process.ts'
import { startRemoteStudio } from '#main/processes/studio/remote-studio.ts'
import { contentsOf, makeFolder, requestFor, row } from '../../../app/imports/harness.ts'
import { openEmitter } from '../../../studio/deliveries/delivery-harness.ts'
import { filesUnder, findPlanted } from '../../../support/planted-secrets.ts'
import { rejectInProcess, throwInProcess } from '../../../support/throw-in-process.ts'
import { type ForkedPort, forkPort } from '../forked-port.ts'
import { openRemoteHarness, type RemoteHarness } from '../keys/remote-harness.ts'

const passphrase = (): Secret => Secret.ofText('correct horse battery')
const collection = {
  name: 'Test',
  payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
  policy: { lock: false },
  metadata: { name: '<name>', image: '<image>', attributes: { Colour: '<colour>' } },
} as const

let harness: RemoteHarness
let app: App
let studio: RunningStudio | undefined
let ports: ForkedPort[]
let deaths: ProcessExit[]
let notices: StudioNotice[]
let logged: string[]
let restarts: RestartLimit | undefined

const startStudio = async (): Promise<RunningStudio> => {
  studio = await startRemoteStudio({
    start: () => {
      const port = forkPort('studio', {})
      ports.push(port)
      return port
    },
    home: harness.home,
    network: 'devnet',
    keys: app.studioKeys('devnet'),
    webhookSecrets: app.webhookSecrets,
    onGatewayCalls: () => ({}),
    gatewayAccess: () => app.gateways.accessTo('devnet'),
    eventFeed: app.events.localFeed('local'),
    onNotice: (notice) => notices.push(notice),
    onDeath: (death) => deaths.push(death),
    log: (line) => logged.push(line),
    keptPort: {
      get: () => app.studioPorts.get('devnet'),
      keep: (port) => app.studioPorts.keep('devnet', port),
    },
    ...(restarts === undefined ? {} : { restarts }),
  })
  return studio
}

/** The app's own wiring: keys and studio each in a process, the studio's way to the keys through here. */
beforeEach(async () => {
  harness = await openRemoteHarness()
  ports = []
  deaths = []
  notices = []
  logged = []
  restarts = undefined
  studio = undefined
  app = await createApp({
    home: harness.home,
    isDefaultHome: false,
    openVault: () => harness.open(),
    images: { inFlight: 2 },
    startStudio,
  })
})

afterEach(async () => {
  await app.close()
  await Promise.all(ports.map(({ exited }) => exited))
  await harness.close()
})

const kill = (port: ForkedPort | undefined): Promise<void> => {
  port?.signal('SIGKILL')
  return port?.exited ?? Promise.reject(new Error('no process was started'))
}

const died = async (count: number): Promise<void> => {
  await expect.poll(() => deaths).toHaveLength(count)
}

/** Read past the studio at once: the import, which is in this process, gets no further meanwhile. */
const tokensHeld = (): number => {
  const db = new DatabaseSync(join(harness.home, 'studio', 'devnet.db'), { readOnly: true })
  try {
    return Number(db.prepare('SELECT count(*) AS held FROM tokens').get()?.['held'])
  } finally {
    db.close()
  }
}

const running = (): RunningStudio => {
  if (studio === undefined) throw new Error('no studio was started')
  return studio
}

/** Asks the devnet's test wallet for a payment. */
const payOut = async (): Promise<string> => {
  const { fund } = await app.gateways.get('devnet')
  if (fund === undefined) throw new Error('no test wallet')
  return fund(collection.payout_address, 5_000_000n)
}

describe('the studio process', () => {
  it('makes a policy whose keys are in the keys process alone', async () => {
    await app.vault.create(passphrase())
    const client = await app.accounts.client('local')
    const made = await client.createCollection(collection)
    const [policy] = await app.policies.list()
    expect(policy).toMatchObject({
      name: 'Test',
      origin: 'studio',
      canMint: true,
      keys: [{ here: true }],
    })

    const exported = await client.exportPolicy(made.id)
    expect(exported.policy.policy_id).toBe(policy?.policyId)
    for (const secret of exported.signingKeys) secret.wipe()
    app.vault.lock()
    await expect(client.exportPolicy(made.id)).rejects.toMatchObject({ code: 'vault_locked' })
  })

  it('makes no policy while there is no vault, and says what to do', async () => {
    const client = await app.accounts.client('local')
    await expect(client.createCollection(collection)).rejects.toMatchObject({
      code: 'vault_locked',
      message: expect.stringContaining('Choose a vault passphrase'),
    })
    expect(await app.policies.list()).toEqual([])
  })

  it('killed during an upload: the import goes on, and nothing is doubled or lost', async () => {
    const count = 200
    await app.vault.create(passphrase())
    const client = await app.accounts.client('local')
    const made = await client.createCollection(collection)
    const folder = join(harness.home, 'art')
    await makeFolder(folder, count)

    const importing = app.imports.start(requestFor(folder, made.id))
    for (const [at, enough] of [25, 100].entries()) {
      await expect.poll(tokensHeld, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(enough)
      const killed = kill(ports[at])
      expect(tokensHeld()).toBeLessThan(count)
      await killed
      await died(at + 1)
    }

    expect(await importing).toMatchObject({ state: 'done', failed: 0, left: 0, total: count })
    const tokens = await contentsOf(client, made.id)
    expect(tokens.map(({ asset_name }) => asset_name)).toEqual(
      Array.from({ length: count }, (_, at) => row(at + 1)[0]),
    )
    expect(deaths).toEqual([
      { restarted: true, message: expect.stringContaining('started again') },
      { restarted: true, message: expect.stringContaining('started again') },
    ])
    expect(logged).toEqual([])
  })

  it('has the same address and key after a death, also when the port was taken for a moment', async () => {
    await app.vault.create(passphrase())
    const client = await app.accounts.client('local')
    await client.createCollection(collection)
    const before = running().baseUrl
    const key = running().apiKey.text()
    const devnet = await running().gateway()
    const funded = await payOut()

    const [taken] = await Promise.all([take(before), kill(ports[0])])
    setTimeout(() => taken.close(), 700)
    await died(1)
    expect(running().baseUrl).toBe(before)
    expect(running().apiKey.text()).toBe(key)
    expect((await running().gateway())?.baseUrl).toBe(devnet?.baseUrl)
    const gateway = await app.gateways.get('devnet')
    await expect
      .poll(() => gateway.utxosAt(collection.payout_address))
      .toEqual([expect.objectContaining({ txId: funded })])
    expect(await client.ping()).toMatchObject({ network: 'testnet' })
  })

  it('killed too often within a minute: calls say that it is restarting and when it is tried again', async () => {
    // The time of a minute is longer here, and the restarts are fewer: the kills of a slow machine fall into it too.
    restarts = { most: 2, withinMs: 600_000 }
    const client = await app.accounts.client('local')
    const gateway = await app.gateways.get('devnet')
    for (const at of [0, 1, 2]) {
      await kill(ports[at])
      await died(at + 1)
    }
    expect(deaths.map(({ restarted }) => restarted)).toEqual([true, true, false])
    expect(deaths[0]?.message).not.toContain('times')
    expect(deaths[1]?.message).toMatch(/2 times within a minute and was started again.*report/u)
    expect(deaths[2]?.message).toContain('3 times within a minute and does not run now')
    const restarting = {
      code: 'unreachable',
      message: expect.stringMatching(
        /^The Local studio on devnet ended unexpectedly 3 times within a minute and is restarting: it is started again in \d+ seconds\. Try again then\.$/u,
      ),
    }
    await expect(client.ping()).rejects.toMatchObject(restarting)
    await expect(gateway.tip()).rejects.toMatchObject(restarting)
  })

  it('outlives a rejection that nobody handled, says so, and has it in its log without its text', async () => {
    const client = await app.accounts.client('local')
    await rejectInProcess(ports[0]?.pid ?? 0, 'quotes-a-secret')
    await expect.poll(() => notices, { timeout: 20_000 }).toHaveLength(1)
    expect(notices).toMatchObject([
      { level: 'error', message: expect.stringMatching(/caught by nobody.*goes on/u) },
    ])
    const { baseUrl, apiKey } = running()
    const health = await fetch(`${baseUrl}/health`, { headers: { 'x-api-key': apiKey.text() } })
    expect(await health.json()).toMatchObject({
      status: 'ok',
      unhandled_errors: { count: 1, trace: expect.stringMatching(/^RangeError\n/u) },
    })
    await client.ping()
    expect(deaths).toEqual([])
    const log = readFileSync(join(harness.home, 'studio', 'devnet.log'), 'utf8')
    expect(log).toMatch(/RangeError.*"msg":"unhandled"/u)
    expect(log).not.toContain('quotes-a-secret')
  })

  it('still ends by an uncaught exception, and the keys process by a rejection too', async () => {
    await app.accounts.client('local')
    await throwInProcess(ports[0]?.pid ?? 0, 'thrown')
    await died(1)
    await rejectInProcess(harness.port().pid, 'rejected')
    await expect.poll(() => harness.deaths, { timeout: 20_000 }).toHaveLength(1)
  })

  it('has the port of the run before, which links that were given out name', async () => {
    await app.accounts.client('local')
    const before = running().baseUrl
    await running().close()
    const again = await startStudio()
    expect(again.baseUrl).toBe(before)
    // Another program may have it now: that run has another, and the next one may have it again.
    await again.close()
    const taken = await take(before)
    const elsewhere = await startStudio()
    expect(elsewhere.baseUrl).not.toBe(before)
    await elsewhere.close()
    taken.close()
    expect(app.studioPorts.get('devnet')).toBe(Number(new URL(before).port))
  })

  it('moves to another port when another program keeps its own', async () => {
    await app.accounts.client('local')
    const before = running().baseUrl
    const [taken] = await Promise.all([take(before), kill(ports[0])])
    await died(1)
    expect(running().baseUrl).not.toBe(before)
    const { baseUrl, appId, apiKey } = running()
    await createMintingClient({ baseUrl, appId, apiKey }).ping()
    taken.close()
  })

  it('is paid at addresses of a wallet that is in the keys process alone, and signs with its keys', async () => {
    await app.vault.create(passphrase())
    const client = await app.accounts.client('local')
    const { id } = await client.createCollection(collection)
    const colour = { metadata_attributes: [{ tag: '<colour>', value: 'blue' }] }
    const image = 'ipfs://QmRhTTbUrPYEw3mJGGhQqQST9k86v1DPBiTTWJGKDJsVFw'
    await client.addTokens(id, [{ asset_name: 'One', name: 'No. 1', image, ...colour }])
    const terms = { type: 'random', quantity: 1, price: 10_000_000, reservation_time: 900 } as const
    const sale = await client.createSale(id, terms)
    const [wallet] = await app.wallets.list()
    expect(wallet).toMatchObject({ network: 'devnet', here: true, backup: { state: 'none' } })
    expect(sale.payment_address).toBe(wallet?.firstAddress)

    const { fund } = await app.gateways.get('devnet')
    await fund?.(sale.payment_address, 10_000_000n)
    const status = async () => (await client.getSale(sale.collection_id, sale.id)).status
    await expect.poll(status, { timeout: 60_000, interval: 200 }).toBe('COMPLETED')
    expect(deaths).toEqual([])
  })

  it("keeps a webhook's secret in the vault, as long as there is the webhook", async () => {
    await app.vault.create(passphrase())
    const client = await app.accounts.client('local')
    const wanted = { type: 'nft_api', name: 'Shop', network: 'testnet' } as const
    const callback_url = 'http://127.0.0.1:9/'
    const made = await client.createWebhook({ ...wanted, callback_url })
    const { id } = made
    const kept = (await app.webhookSecrets.get(id))?.text()
    expect(kept).toMatch(/^whsec_/u)
    expect('secret' in made && made.secret.text() === kept).toBe(true)
    await client.deleteWebhook(id)
    expect(await app.webhookSecrets.get(id)).toBeUndefined()
  })

  it('killed, also while a batch is under way: every event of another process arrives once', async () => {
    await app.accounts.client('local')
    const path = join(harness.home, 'studio', 'devnet.db')
    const { emit } = openEmitter(path, () => new Date())
    const arrived = () => app.events.arrivedAfter(0, { limit: 1_000 }).map(({ eventId }) => eventId)
    const written = Array.from({ length: 200 }, (_, at) => emit(`sale-${at}`))
    await expect.poll(() => arrived().length, { interval: 1 }).toBeGreaterThan(0)
    await kill(ports[0])
    written.push(emit('while it is down'))
    await died(1)
    await expect.poll(arrived).toEqual(written)
    written.push(emit('after'))
    await expect.poll(arrived).toEqual(written)
    expect(app.events.arrivedAfter(0, { limit: 1 })).toMatchObject([{ via: 'studio' }])
    expect(logged).toEqual([])
  })

  it('outlives the keys process: what needs a key fails plainly, and works once it is back', async () => {
    await app.vault.create(passphrase())
    const client = await app.accounts.client('local')
    const made = await client.createCollection(collection)
    harness.port().signal('SIGSTOP')
    const exporting = client.exportPolicy(made.id)
    exporting.catch(() => undefined)
    await expect.poll(() => harness.port().posted.length).toBeGreaterThan(0)
    await kill(harness.port())
    await expect(exporting).rejects.toBeInstanceOf(Error)
    await expect.poll(() => harness.deaths).toHaveLength(1)
    await app.vault.unlock(passphrase())
    expect((await client.exportPolicy(made.id)).signingKeys).toHaveLength(1)
    expect(deaths).toEqual([])
  })

  it('leaves no secret in the messages here, in its log or in what it prints', async () => {
    await app.vault.create(passphrase())
    const client = await app.accounts.client('local')
    const made = await client.createCollection(collection)
    await payOut()
    await client.exportPolicy(made.id)
    const [policy] = await app.policies.list()
    const [revealed] = await app.vault.revealKeys(
      policy?.keys.map((key) => KeyHash(key.keyHash)) ?? [],
    )
    const secrets = [
      { name: 'API key', bytes: Buffer.from(running().apiKey.text()) },
      {
        name: 'devnet token',
        bytes: Buffer.from(String((await running().gateway())?.token.text())),
      },
      { name: 'policy key', bytes: Buffer.from(String(revealed?.text()).slice(10, 60)) },
    ]
    const texts = ports.flatMap((port) => [port.printed(), JSON.stringify(port.posted)])
    const paths = new Map([
      ...filesUnder(join(harness.home, 'studio')),
      ...texts.map((text, at) => [`text ${at}`, Buffer.from(text)] as const),
      ...bytesOf(ports.flatMap((port) => port.posted)).map(
        (bytes, at) => [`bytes ${at}`, bytes] as const,
      ),
    ])
    expect(paths.size).toBeGreaterThan(5)
    expect(findPlanted(paths, secrets)).toEqual([])
  })

  it('ends with the app, after its database is closed', async () => {
    await app.accounts.client('local')
    await running().close()
    await ports[0]?.exited
    expect(ports[0]?.printed()).toBe('')
    expect(deaths).toEqual([])
    const names = [...filesUnder(join(harness.home, 'studio')).keys()]
    expect(names.filter((name) => name.endsWith('-wal'))).toEqual([])
    expect(names.some((name) => name.endsWith('devnet.chain.db'))).toBe(true)
  })
})

/** Takes an address's port as soon as it is free. */
const take = async (baseUrl: string): Promise<Server> => {
  for (;;) {
    const server = createServer()
    server.listen(Number(new URL(baseUrl).port), '127.0.0.1')
    try {
      await once(server, 'listening')
      return server
    } catch {
      server.close()
    }
  }
}

const bytesOf = (value: unknown): readonly Uint8Array[] => {
  if (value instanceof Uint8Array) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(bytesOf)
}
