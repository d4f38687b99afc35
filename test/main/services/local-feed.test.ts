import { join } from 'node:path'
import { ulid } from 'ulid'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Database } from '#core/db/database.ts'
import { createServices } from '#main/services/services.ts'
import { emitEvent } from '#studio/events/emit.ts'
import { createLocalFeed } from '#main/services/events/local-feed.ts'
import { openServices } from './open-services.ts'

const name = 'Coldpress (this window)'

type TestServices = Awaited<ReturnType<typeof openServices>>

/** A studio that runs, and what makes something happen to a sale of it. */
const open = async () => {
  const harness = await openServices()
  const client = await harness.core.accounts.client('local')
  await Array.fromAsync(client.webhooks())
  const database = new Database(join(harness.home, 'studio', 'devnet.db'), [])
  onTestFinished(() => database.close())
  const emit = (saleId: string): void =>
    emitEvent(
      {
        database,
        nextId: () => ulid().toLowerCase(),
        now: () => new Date(),
        // the studio looks twice a second by itself
        wakeDeliveries: () => undefined,
      },
      { status: 'COMPLETED', saleId, collectionId: 'c', tokens: [] },
    )
  const own = async () =>
    (await Array.fromAsync(client.webhooks())).filter((one) => one.name === name)
  return { ...harness, client, emit, own }
}

const start = ({ services }: Pick<TestServices, 'services'>): void =>
  services.vaultChanged({ state: 'unlocked' })

const modeOf = async ({ call }: Pick<TestServices, 'call'>) =>
  (await call('inboxes.list', null)).local.mode

const receives = async (
  { core }: Pick<TestServices, 'core'>,
  ...reported: readonly (readonly [string, string])[]
): Promise<void> => {
  const page = () => core.events.page({ limit: 10 }).map(({ saleId, via }) => [saleId, via])
  await expect.poll(page, { timeout: 20_000 }).toEqual(reported)
}

const reaches = async (harness: Pick<TestServices, 'call'>, mode: string): Promise<void> => {
  await expect.poll(() => modeOf(harness), { timeout: 20_000 }).toBe(mode)
}

describe('the events of the Local studio', () => {
  it('are delivered as they happen; those of before are read from its list', async () => {
    const localFeed = await open()
    expect(await modeOf(localFeed)).toBe('off')
    localFeed.emit('before')
    start(localFeed)
    await reaches(localFeed, 'deliveries')
    await receives(localFeed, ['before', 'list'])
    localFeed.emit('now')
    await receives(localFeed, ['now', 'webhook'], ['before', 'list'])
    expect(localFeed.state.events).toContainEqual(['events.changed', { unread: 2, arrival: 2 }])
    expect(await localFeed.own()).toHaveLength(1)
  })

  it('find the next window by the same webhook, and what happened meanwhile comes once', async () => {
    const localFeed = await open()
    start(localFeed)
    await reaches(localFeed, 'deliveries')
    const [before] = await localFeed.own()
    await localFeed.services.close()
    // Its port may be another program's from now on.
    expect(await localFeed.own()).toMatchObject([{ id: before?.id, available: 'false' }])
    localFeed.emit('closed')
    const services = await createServices({ ...localFeed.deps, core: localFeed.core })
    onTestFinished(() => services.close())
    await expect
      .poll(async () => (await localFeed.own())[0]?.callback_url)
      .not.toBe(before?.callback_url)
    expect(await localFeed.own()).toMatchObject([{ id: before?.id, available: 'true' }])
    localFeed.emit('open')
    await expect
      .poll(() => localFeed.core.events.page({ limit: 10 }).map(({ saleId }) => saleId), {
        timeout: 20_000,
      })
      .toEqual(['open', 'closed'])
  })

  it('are turned off at the end, also where the studio was started again meanwhile', async () => {
    const localFeed = await open()
    const { core, client } = localFeed
    const dead = { ...client, updateWebhook: () => Promise.reject(new Error('it has ended')) }
    // What was had of the first studio works until that has ended.
    let hasEnded = false
    const first: typeof client = {
      ...client,
      updateWebhook: (...given) => (hasEnded ? dead : client).updateWebhook(...given),
    }
    const accounts = {
      ...core.accounts,
      client: () => Promise.resolve(hasEnded ? client : first),
    }
    const rounds = vi.spyOn(accounts, 'client')
    const feed = createLocalFeed({
      core: { ...core, accounts },
      onArrived: () => undefined,
      onChange: () => undefined,
    })
    feed.start()
    await expect.poll(() => feed.facts().mode, { timeout: 20_000 }).toBe('deliveries')
    hasEnded = true
    rounds.mockClear()
    feed.wake()
    await expect.poll(() => rounds.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0)
    await feed.close()
    expect(await localFeed.own()).toMatchObject([{ available: 'false' }])
  })

  it('have a webhook made again where its secret is lost', async () => {
    const localFeed = await open()
    start(localFeed)
    await reaches(localFeed, 'deliveries')
    const [before] = await localFeed.own()
    await localFeed.services.close()
    await localFeed.core.events.inboxSecrets.remove('local-window')
    const services = await createServices({ ...localFeed.deps, core: localFeed.core })
    onTestFinished(() => services.close())
    await expect
      .poll(async () => (await localFeed.own()).map(({ id }) => id))
      .not.toContain(before?.id)
    await expect.poll(localFeed.own).toHaveLength(1)
    // the first ones may still be found in the list, which is read when the inbox is open
    const ways = () => {
      localFeed.emit('after')
      return localFeed.core.events.page({ limit: 100 }).map(({ via }) => via)
    }
    await expect.poll(ways, { interval: 500, timeout: 20_000 }).toContain('webhook')
  })

  it('are read from the list while a locked vault lets nothing be signed', async () => {
    const localFeed = await open()
    start(localFeed)
    await reaches(localFeed, 'deliveries')
    await localFeed.call('vault.lock', null)
    await reaches(localFeed, 'list')
    localFeed.emit('locked')
    await receives(localFeed, ['locked', 'list'])
    await localFeed.call('vault.unlock', { passphrase: 'a passphrase for tests' })
    start(localFeed)
    await reaches(localFeed, 'deliveries')
    localFeed.emit('open')
    await receives(localFeed, ['open', 'webhook'], ['locked', 'list'])
  })
})
