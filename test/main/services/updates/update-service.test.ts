import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createUpdates, type Updates } from '#app/updates/updates.ts'
import {
  type Busy,
  createCallsInFlight,
  findBusy,
  type SellingApp,
} from '#main/services/updates/busy.ts'
import { createUpdateService } from '#main/services/updates/update-service.ts'
import type { Installation } from '#contract/updates/installations.ts'
import { temporaryFolder } from '../../../support/folder-test.ts'
import { type ReleaseServer, startReleaseServer } from '../../../support/release-server.ts'
import { openServices } from '../open-services.ts'

const content = randomBytes(200_000)
let server: ReleaseServer
beforeAll(async () => {
  server = await startReleaseServer()
})
beforeEach(() => {
  server.publish('0.2.0', [
    { name: 'coldpress_0.2.0_amd64.deb', kind: 'deb', arch: 'x64', content },
    { name: 'coldpress-0.2.0-win-x64.exe', kind: 'windows', arch: 'x64', content },
  ])
})
afterEach(() => {
  server.file = undefined
  server.feed = undefined
  server.asked.length = 0
})
afterAll(() => server.close())

const updatesFor =
  (installation: Installation) =>
  (home: string): Updates =>
    createUpdates({ home, current: '0.1.0', installation, arch: 'x64', source: server })

const open = (installation: Installation) =>
  openServices({ hasVault: false, updates: updatesFor(installation) })

it('checks, downloads and verifies when the user says so, and names the command for a deb', async () => {
  const { call, services, state } = await open('deb')
  expect(await call('updates.state', null)).toMatchObject({
    canCheck: true,
    newest: null,
    checkedAt: null,
  })
  expect(server.asked).toEqual([])
  expect(await call('updates.check', null)).toMatchObject({
    newest: { version: '0.2.0', notes: '- News.', bytes: content.byteLength },
    step: { at: 'idle' },
  })
  expect((await call('updates.download', null)).step).toMatchObject({ at: 'downloading' })
  await expect
    .poll(async () => (await call('updates.state', null)).step)
    .toMatchObject({
      at: 'ready',
      command: expect.stringMatching(/^sudo apt install \//u),
      installsOnQuit: false,
    })
  // The app never installs a deb, whatever the page asks for.
  const asked = await call('updates.installOnQuit', { on: true })
  expect(asked.step).toMatchObject({ installsOnQuit: false })
  expect(await services.updateAtQuit()).toBeUndefined()
  expect(state.events.some(([name]) => name === 'updates.changed')).toBe(true)
})

/** Downloaded for Windows, and to be installed when the app closes. */
const readyToInstall = async () => {
  const opened = await open('windows')
  await opened.call('updates.check', null)
  await opened.call('updates.download', null)
  await expect
    .poll(async () => (await opened.call('updates.state', null)).step)
    .toMatchObject({ at: 'ready' })
  return opened
}

it('installs on quit what the user chose, and nothing before', async () => {
  const { call, services, state } = await readyToInstall()
  expect(await services.updateAtQuit()).toBeUndefined()
  await call('updates.installOnQuit', { on: true })
  const install = await services.updateAtQuit()
  expect(state.installed).toEqual([])
  await install?.()
  expect(state.installed.map((path) => readFileSync(path))).toEqual([content])
})

it('does not install a file that was replaced after its verification', async () => {
  const { call, services, state } = await readyToInstall()
  const { step } = await call('updates.installOnQuit', { on: true })
  const install = await services.updateAtQuit()
  if (step.at === 'ready') writeFileSync(step.path, randomBytes(content.byteLength))
  await expect(install?.()).rejects.toThrow('changed since it was downloaded')
  expect(state.installed).toEqual([])
})

it('says why a download failed, stops one, and continues it', async () => {
  const { call } = await open('deb')
  await call('updates.check', null)
  server.file = (response) => response.end(randomBytes(content.byteLength))
  await call('updates.download', null)
  await expect
    .poll(async () => (await call('updates.state', null)).error)
    .toContain('SHA-512 differs')
  server.file = (response) => response.write(content.subarray(0, 50_000))
  await call('updates.download', null)
  await expect
    .poll(async () => (await call('updates.state', null)).step)
    .toMatchObject({ bytes: 50_000 })
  await call('updates.cancel', null)
  await expect
    .poll(async () => await call('updates.state', null))
    .toMatchObject({ step: { at: 'idle' }, error: null })
  server.file = undefined
  await call('updates.download', null)
  await expect
    .poll(async () => (await call('updates.state', null)).step)
    .toMatchObject({ at: 'ready' })
  expect(server.asked.at(-1)).toContain('bytes=50000-')
})

it('keeps the error of a check as a sentence', async () => {
  const { call } = await open('deb')
  server.feed = (response) => response.writeHead(500).end()
  expect(await call('updates.check', null)).toMatchObject({
    error: expect.stringContaining('HTTP status 500'),
    step: { at: 'idle' },
  })
})

/** The service alone, with what is under way as the test says. */
const service = async (
  busy: { now: Busy | 'unknown' | undefined },
  installation: Installation = 'deb',
) => {
  const { app, deps, state } = await open(installation)
  const updates = updatesFor(installation)(temporaryFolder())
  const clock = { now: Date.parse('2026-11-24T10:00:00Z') }
  const logged: string[] = []
  const made = createUpdateService({
    app,
    emit: deps.emit,
    log: ({ message }) => logged.push(message),
    installUpdate: deps.installUpdate,
    updates,
    busyWith: () =>
      busy.now === 'unknown'
        ? Promise.reject(new Error('the studio does not answer'))
        : Promise.resolve(busy.now),
    now: () => clock.now,
  })
  return { app, clock, logged, installed: state.installed, ...made }
}

it('looks by itself only after a yes, then once a day', async () => {
  const { app, clock, look } = await service({ now: undefined })
  await look()
  app.settings.change({ updateCheck: 'no' })
  await look()
  expect(server.asked).toEqual([])
  app.settings.change({ updateCheck: 'yes' })
  await look()
  await look()
  expect(server.asked).toHaveLength(1)
  clock.now += 24 * 60 * 60_000
  await look()
  expect(server.asked).toHaveLength(2)
})

it.each(['import', 'sale', 'signing'] as const)(
  'does not look by itself during %s, and does so afterwards',
  async (what) => {
    const busy = { now: what as typeof what | undefined }
    const { app, look } = await service(busy)
    app.settings.change({ updateCheck: 'yes' })
    await look()
    expect(server.asked).toEqual([])
    busy.now = undefined
    await look()
    expect(server.asked).toHaveLength(1)
  },
)

it.each([
  ['import', 'an import was running'],
  ['sale', 'a sale was under way'],
  ['signing', 'something was being signed'],
  ['unknown', 'a sale was under way'],
] as const)(
  'installs nothing when the app closes during %s, says so, and does it the next time',
  async (what, why) => {
    const busy = { now: what as typeof what | undefined }
    const { handlers, atQuit, logged, installed } = await service(busy, 'windows')
    await handlers['updates.check'](null)
    await handlers['updates.download'](null)
    const state = () => handlers['updates.state'](null)
    await expect.poll(async () => (await state()).step).toMatchObject({ at: 'ready' })
    await handlers['updates.installOnQuit']({ on: true })
    expect(await atQuit()).toBeUndefined()
    expect(logged.at(-1)).toBe(`The update was not installed: ${why}.`)
    busy.now = undefined
    await (
      await atQuit()
    )?.()
    expect(installed).toHaveLength(1)
  },
)

it('installs nothing that was downloaded before, in a session that was started offline', async () => {
  const { handlers, atQuit, installed } = await service({ now: undefined }, 'windows')
  vi.stubEnv('COLDPRESS_OFFLINE', '1')
  await handlers['updates.check'](null)
  await handlers['updates.download'](null)
  await handlers['updates.installOnQuit']({ on: true })
  expect(await atQuit()).toBeUndefined()
  vi.unstubAllEnvs()
  expect(installed).toEqual([])
  expect(server.asked).toEqual([])
})

it('neither offers a check nor makes one offline', async () => {
  const { call, app } = await open('deb')
  app.settings.change({ updateCheck: 'yes' })
  vi.stubEnv('COLDPRESS_OFFLINE', '1')
  expect((await call('updates.state', null)).canCheck).toBe(false)
  expect((await call('updates.check', null)).error).toContain('started offline')
  vi.unstubAllEnvs()
  expect(server.asked).toEqual([])
})

it('knows an import, a call that signs, and a sale that waits for its buyer', async () => {
  const still = { runningImports: () => 0, isSigning: () => false }
  const { app } = await openServices({ hasVault: false })
  expect(await findBusy(app, still)).toBeUndefined()
  expect(await findBusy(app, { ...still, runningImports: () => 1 })).toBe('import')
  expect(await findBusy(app, { ...still, isSigning: () => true })).toBe('signing')
  const selling = (status: string): SellingApp => ({
    vault: { status: () => ({ state: 'locked' }) },
    accounts: {
      list: () => [{ id: 'local', kind: 'local' }],
      client: () =>
        Promise.resolve({
          collections: async function* () {
            yield await Promise.resolve({ id: 'one' })
          },
          salePage: () => Promise.resolve({ sales: [{ status }] }),
        }),
    },
  })
  expect(await findBusy(selling('RESERVED'), still)).toBe('sale')
  expect(await findBusy(selling('COMPLETED'), still)).toBeUndefined()
})

it.each(['signing.sign', 'minting.release', 'sales.resolve', 'policies.reveal', 'backups.save'])(
  'counts %s as signing until it has answered, also badly',
  async (name) => {
    const inFlight = createCallsInFlight()
    const ends = Promise.withResolvers<never>()
    // Only the name matters.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handlers = { [name]: () => ends.promise, 'log.page': () => ends.promise } as never
    const counted = inFlight.counted(handlers)
    const begin = async (called: string): Promise<void> => {
      const handler: unknown = Reflect.get(counted, called)
      if (typeof handler === 'function') await handler(null)
    }
    const read = begin('log.page').catch(() => undefined)
    expect(inFlight.isSigning()).toBe(false)
    const call = begin(name).catch(() => undefined)
    expect(inFlight.isSigning()).toBe(true)
    ends.reject(new Error('it failed'))
    await Promise.all([read, call])
    expect(inFlight.isSigning()).toBe(false)
  },
)
