import { rm } from 'node:fs/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { PinChecksFacts } from '#shared/calls/pins.ts'
import { startKuboStandIn } from '../../support/kubo-stand-in.ts'
import { openServices } from './open-services.ts'

const files = 3

/** Services with some files that are pinned at a node. */
const openPinned = async () => {
  const kubo = await startKuboStandIn()
  onTestFinished(() => kubo.close())
  const services = await openServices()
  const { core, call } = services
  await call('pins.use', { name: 'node', kind: 'kubo', settings: { url: kubo.url }, secret: null })
  const pins = await core.pinTargets.open('node')
  const cids = []
  for (let number = 0; number < files; number += 1) {
    const { cid } = await core.content.add(Buffer.from(`file ${number}`))
    await pins.pin(cid, new AbortController().signal, { collection: 'Prints', token: `${number}` })
    cids.push(cid)
  }
  const ended = (): Promise<PinChecksFacts> =>
    vi.waitFor(
      async () => {
        const facts = await call('pins.checks', null)
        expect(facts.running).toBeNull()
        return facts
      },
      { timeout: 20_000 },
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
  const { core, call, kubo, cids, ended } = await openPinned()
  const [lost = '', damaged] = cids
  kubo.pins.delete(lost)
  if (damaged !== undefined) await rm(core.content.path(damaged))
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
    { name: 'node', error: expect.stringContaining('cannot be reached'), check: null },
  ])
})
