import { join } from 'node:path'
import { ulid } from 'ulid'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Database } from '../../../src/core/db/database.ts'
import { createServices } from '../../../src/main/services/services.ts'
import { emitEvent } from '../../../src/studio/events/emit.ts'
import { createLocalFeed } from '../../../src/main/services/events/local-feed.ts'
import { openServices } from './open-services.ts'

const name = 'Coldpress (this window)'

type Desk = Awaited<ReturnType<typeof openServices>>

/** A studio that runs, and what makes something happen to a sale of it. */
const open = async () => {
  const desk = await openServices()
  const client = await desk.core.accounts.client('local')
  await Array.fromAsync(client.webhooks())
  const database = new Database(join(desk.home, 'studio', 'devnet.db'), [])
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
  return { ...desk, client, emit, own }
}

const begin = ({ services }: Pick<Desk, 'services'>): void =>
  services.vaultChanged({ state: 'unlocked' })

const modeOf = async ({ call }: Pick<Desk, 'call'>) => (await call('inboxes.list', null)).local.mode

const receives = async (
  { core }: Pick<Desk, 'core'>,
  ...told: readonly (readonly [string, string])[]
): Promise<void> => {
  const page = () => core.events.page({ limit: 10 }).map(({ saleId, via }) => [saleId, via])
  await expect.poll(page, { timeout: 20_000 }).toEqual(told)
}

const reaches = async (desk: Pick<Desk, 'call'>, mode: string): Promise<void> => {
  await expect.poll(() => modeOf(desk), { timeout: 20_000 }).toBe(mode)
}

describe('the events of the Local studio', () => {
  it('are delivered as they happen; those of before are read from its list', async () => {
    const desk = await open()
    expect(await modeOf(desk)).toBe('off')
    desk.emit('before')
    begin(desk)
    await reaches(desk, 'deliveries')
    await receives(desk, ['before', 'list'])
    desk.emit('now')
    await receives(desk, ['now', 'webhook'], ['before', 'list'])
    expect(desk.state.events).toContainEqual(['events.changed', { unread: 2, arrival: 2 }])
    expect(await desk.own()).toHaveLength(1)
  })

  it('find the next window by the same webhook, and what happened meanwhile comes once', async () => {
    const desk = await open()
    begin(desk)
    await reaches(desk, 'deliveries')
    const [before] = await desk.own()
    await desk.services.close()
    // Its port may be another program's from now on.
    expect(await desk.own()).toMatchObject([{ id: before?.id, available: 'false' }])
    desk.emit('closed')
    const services = await createServices({ ...desk.deps, core: desk.core })
    onTestFinished(() => services.close())
    await expect
      .poll(async () => (await desk.own())[0]?.callback_url)
      .not.toBe(before?.callback_url)
    expect(await desk.own()).toMatchObject([{ id: before?.id, available: 'true' }])
    desk.emit('open')
    await expect
      .poll(() => desk.core.events.page({ limit: 10 }).map(({ saleId }) => saleId), {
        timeout: 20_000,
      })
      .toEqual(['open', 'closed'])
  })

  it('are turned off at the end, also where the studio was started again meanwhile', async () => {
    const desk = await open()
    const { core, client } = desk
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
    feed.begin()
    await expect.poll(() => feed.facts().mode, { timeout: 20_000 }).toBe('deliveries')
    hasEnded = true
    rounds.mockClear()
    feed.wake()
    await expect.poll(() => rounds.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0)
    await feed.close()
    expect(await desk.own()).toMatchObject([{ available: 'false' }])
  })

  it('have a webhook made anew where its secret is lost', async () => {
    const desk = await open()
    begin(desk)
    await reaches(desk, 'deliveries')
    const [before] = await desk.own()
    await desk.services.close()
    await desk.core.events.inboxSecrets.remove('local-window')
    const services = await createServices({ ...desk.deps, core: desk.core })
    onTestFinished(() => services.close())
    await expect.poll(async () => (await desk.own()).map(({ id }) => id)).not.toContain(before?.id)
    await expect.poll(desk.own).toHaveLength(1)
    // the first ones may still be found in the list, which is read when the inbox is open
    const ways = () => {
      desk.emit('after')
      return desk.core.events.page({ limit: 100 }).map(({ via }) => via)
    }
    await expect.poll(ways, { interval: 500, timeout: 20_000 }).toContain('webhook')
  })

  it('are read from the list while a locked vault lets nothing be signed', async () => {
    const desk = await open()
    begin(desk)
    await reaches(desk, 'deliveries')
    await desk.call('vault.lock', null)
    await reaches(desk, 'list')
    desk.emit('locked')
    await receives(desk, ['locked', 'list'])
    await desk.call('vault.unlock', { passphrase: 'a passphrase for tests' })
    begin(desk)
    await reaches(desk, 'deliveries')
    desk.emit('open')
    await receives(desk, ['open', 'webhook'], ['locked', 'list'])
  })
})
