import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createPinCheckService } from '#main/services/pin-checks.ts'
import type { PinChecksView } from '#contract/pins/calls.ts'
import { type KuboStandIn, startKuboStandIn } from '../../support/kubo-stand-in.ts'
import { openServices } from './open-services.ts'

const files = 3

/** Services with some files that are pinned at a node. */
const openPinned = async () => {
  const kubo = await startKuboStandIn()
  onTestFinished(() => kubo.close())
  const services = await openServices()
  const { app, call } = services
  await call('pins.use', { name: 'node', kind: 'kubo', settings: { url: kubo.url }, secret: null })
  const pins = await app.pinTargets.open('node')
  const cids = []
  for (let number = 0; number < files; number += 1) {
    const { cid } = await app.content.add(Buffer.from(`file ${number}`))
    await pins.pin(cid, new AbortController().signal, { collection: 'Prints', token: `${number}` })
    cids.push(cid)
  }
  const ended = (): Promise<PinChecksView> =>
    vi.waitFor(
      async () => {
        const facts = await call('pins.checks', null)
        expect(facts.running).toBeNull()
        return facts
      },
      { timeout: 60_000 },
    )
  return { ...services, kubo, cids, ended }
}

it('a check tells how far it is, and its result stays', async () => {
  const { call, ended, state, logged } = await openPinned()
  expect(await call('pins.check', { name: 'node', repairs: false })).toMatchObject({
    running: { name: 'node', step: 'check', done: 0, total: files },
    results: [],
  })
  const { results } = await ended()
  expect(results).toMatchObject([
    {
      name: 'node',
      error: null,
      check: { files, sound: files, damaged: 0, places: [{ place: 'node', sound: files }] },
      repaired: null,
    },
  ])
  expect(state.events.filter(([name]) => name === 'pins.checked').length).toBeGreaterThan(1)
  expect(logged('app')[0]).toBe(`${files} of ${files} files are sound and pinned at node.`)
})

it('a repair sends what a place has lost under its name, and brings damaged files back', async () => {
  const { app, call, kubo, cids, ended } = await openPinned()
  const [lost = '', damaged] = cids
  kubo.pins.delete(lost)
  if (damaged !== undefined) await rm(app.content.path(damaged))
  await call('pins.check', { name: 'node', repairs: false })
  expect((await ended()).results).toMatchObject([
    { check: { sound: files - 2, damaged: 1, places: [{ unpinned: 1 }] }, repaired: null },
  ])
  expect((await call('pins.heldAt', { cid: lost })).places).toEqual([])
  kubo.names.clear()
  await call('pins.check', { name: 'node', repairs: true })
  expect((await ended()).results).toMatchObject([
    {
      check: { sound: files, damaged: 0, places: [{ unpinned: 0 }] },
      repaired: { restored: 1, sent: 1, failed: 0 },
    },
  ])
  expect((await call('pins.heldAt', { cid: lost })).places).toMatchObject([{ name: 'node' }])
  expect([...kubo.names]).toEqual(['Prints: 0'])
})

it('a check that is stopped leaves the result of the earlier one', async () => {
  const { call, kubo, ended } = await openPinned()
  await call('pins.check', { name: 'node', repairs: false })
  const before = await ended()
  // hangs until it is stopped
  kubo.refuse = (asked) => asked === 'pin/ls'
  await call('pins.check', { name: 'node', repairs: false })
  await expect(call('pins.check', { name: 'local', repairs: false })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await call('pins.stopCheck', null)).toEqual(before)
})

it('a place that does not answer is named with the reason', async () => {
  const { call, kubo, ended } = await openPinned()
  await kubo.close()
  await call('pins.check', { name: 'node', repairs: true })
  expect((await ended()).results).toMatchObject([
    {
      name: 'node',
      error: { code: 'unreachable', message: expect.stringContaining('cannot be reached') },
      check: null,
    },
  ])
})

const noSpace = 'write /data/blocks: no space left on device'

/** Refuses these calls as Kubo does on a full disk. */
const refuseFull =
  (...calls: readonly string[]): KuboStandIn['refuse'] =>
  (asked, response) => {
    if (!calls.includes(asked)) return false
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ Message: noSpace, Code: 0, Type: 'error' }))
    return true
  }

it.each([
  ['check', 'pin/ls', { check: null, repaired: null }],
  ['repair', 'add', { check: { sound: files - 1 }, repaired: { sent: 0 } }],
] as const)(
  "a node's own words about a %s are in its result and in the log",
  async (_of, refused, rest) => {
    const { app, call, kubo, cids, ended } = await openPinned()
    kubo.pins.delete(cids[0] ?? '')
    kubo.refuse = refuseFull(refused)
    await call('pins.check', { name: 'node', repairs: true })
    expect((await ended()).results).toMatchObject([
      {
        error: {
          code: 'service_error',
          message: expect.stringContaining('no space left on its disk'),
          details: { operation: refused, status: 500, reason: noSpace },
        },
        ...rest,
      },
    ])
    const [entry] = app.log.page({
      before: null,
      limit: 1,
      kinds: ['app'],
      levels: null,
      search: '',
    }).entries
    expect(entry).toMatchObject({
      level: 'warning',
      details: { answered: `${refused}, status 500`, reason: noSpace },
    })
  },
)

it('what a check found stays when the place no longer answers after the repair', async () => {
  const { app, call, kubo, cids, ended } = await openPinned()
  const [lost = ''] = cids
  kubo.pins.delete(lost)
  let added = false
  kubo.refuse = (asked, response) => {
    if (asked === 'add') added = true
    if (asked === 'add' || !added) return false
    response.writeHead(401).end()
    return true
  }
  await call('pins.check', { name: 'node', repairs: true })
  expect((await ended()).results).toMatchObject([
    {
      error: { code: 'unauthorized' },
      check: { files, sound: files - 1, places: [{ unpinned: 1 }] },
      repaired: { sent: 1 },
    },
  ])
  expect(app.pinTargets.onlyHere(cids)).toEqual([lost])
})

const dayMs = 24 * 60 * 60_000

/** The same with a clock, and imports that can be said to run. */
const openScheduled = async () => {
  const opened = await openPinned()
  const { app, deps, kubo, cids } = opened
  const at = { now: Date.now(), imports: 0 }
  const notices: unknown[] = []
  const service = createPinCheckService({
    app,
    log: (entry) => void app.log.append(entry),
    emit: (name, payload) => {
      if (name === 'app.notice') notices.push(payload)
      deps.emit(name, payload)
    },
    runningImports: () => at.imports,
    now: () => at.now,
  })
  onTestFinished(() => service.close())
  /** A file that was never pinned there: nobody asked for it to be sent. */
  await app.content.add(Buffer.from('of a practice collection'))
  const lose = () => void kubo.pins.delete(cids[0] ?? '')
  return { ...opened, service, at, notices, lose }
}

// Fault 17 of docs/faults.md.
it('what was pinned is checked once a day without being asked, and pinned again', async () => {
  const { service, app, kubo, at, notices, lose } = await openScheduled()
  lose()
  await service.look()
  expect(kubo.pins.size).toBe(files)
  expect(app.pinTargets.checks.list()).toMatchObject([
    { name: 'node', check: { files, sound: files }, repaired: { sent: 1 } },
  ])
  expect(notices).toEqual([{ message: 'node had lost 1 image. Coldpress has pinned it again.' }])
  lose()
  await service.look()
  expect(kubo.pins.size).toBe(files - 1)
  at.now += dayMs
  await service.look()
  expect(kubo.pins.size).toBe(files)
})

it('a loss that cannot be repaired is recorded and announced, and repaired the next day', async () => {
  const { service, app, call, kubo, cids, at, notices, lose } = await openScheduled()
  const [lost = ''] = cids
  lose()
  kubo.refuse = refuseFull('add')
  await service.look()
  expect(app.pinTargets.checks.list()).toMatchObject([
    { error: { code: 'service_error' }, check: { files, sound: files - 1 } },
  ])
  expect((await call('pins.heldAt', { cid: lost })).places).toEqual([])
  expect(app.pinTargets.onlyHere(cids)).toEqual([lost])
  expect(notices).toEqual([
    {
      message:
        '1 image that was pinned at node is damaged or no longer there. See Settings → Pinning.',
    },
  ])
  kubo.refuse = () => false
  at.now += dayMs / 24
  await service.look()
  expect(kubo.pins.size).toBe(files - 1)
  at.now += dayMs
  await service.look()
  expect(kubo.pins.size).toBe(files)
  expect(app.pinTargets.onlyHere(cids)).toEqual([])
})

it('a daily check that is stopped does not announce the earlier result again', async () => {
  const { service, app, kubo, at, notices, lose } = await openScheduled()
  lose()
  await service.look()
  const before = app.pinTargets.checks.list()
  notices.length = 0
  at.now += dayMs
  const asked = kubo.requests.length
  // hangs until it is stopped
  kubo.refuse = (call) => call === 'pin/ls'
  const looked = service.look()
  await expect.poll(() => kubo.requests.length).toBeGreaterThan(asked)
  await service.close()
  await looked
  expect(app.pinTargets.checks.list()).toEqual(before)
  expect(notices).toEqual([])
})

it.each([
  ['the user switched it off', { pinCheck: 'off' }, 0],
  ['an import runs', {}, 1],
] as const)('nothing is checked by itself while %s', async (_why, settings, imports) => {
  const { service, app, kubo, at, lose } = await openScheduled()
  app.settings.change(settings)
  at.imports = imports
  lose()
  const asked = kubo.requests.length
  await service.look()
  expect(kubo.requests.length).toBe(asked)
})

it('a check that runs when an import starts waits until it has ended', async () => {
  const { service, at, app } = await openScheduled()
  const looked = service.look()
  at.imports = 1
  // That nothing is checked can only be given time.
  await sleep(1_500)
  expect(app.pinTargets.checks.list()).toEqual([])
  at.imports = 0
  await looked
  expect(app.pinTargets.checks.list()).toMatchObject([{ check: { sound: files } }])
})

it('a place that does not answer is asked again after an hour', async () => {
  const { service, app, kubo, at } = await openScheduled()
  kubo.refuse = (_call, response) => {
    response.writeHead(401).end()
    return true
  }
  await service.look()
  expect(app.pinTargets.checks.list()).toMatchObject([
    { error: { message: expect.stringContaining('refused the access token') } },
  ])
  kubo.refuse = () => false
  await service.look()
  expect(app.pinTargets.checks.list()).toMatchObject([{ check: null }])
  at.now += dayMs / 24
  await service.look()
  expect(app.pinTargets.checks.list()).toMatchObject([{ error: null, check: { sound: files } }])
})
