import { expect, it } from 'vitest'
import { createBlockfrostPinner } from '#media/pinning/blockfrost/blockfrost-ipfs.ts'
import { finalFor } from '#media/pinning/final-error.ts'
import {
  hello,
  helloStore,
  key,
  openingAt,
  otherCid,
  secret,
  type ServiceAnswer,
  type ServiceRequest,
  signal,
} from '../service-test.ts'

const open = openingAt(async (url) =>
  createBlockfrostPinner({
    name: 'blockfrost',
    url,
    projectId: secret(),
    store: await helloStore(),
    pollMs: 1,
  }),
)

const absent = {
  status: 404,
  json: { status_code: 404, error: 'Not Found', message: 'The requested component was not found.' },
}
/** The states that the list answers one after the other; then the last one again. */
const inStates = (...states: readonly string[]) => {
  let at = 0
  return ({ path }: ServiceRequest): ServiceAnswer => {
    if (path === '/ipfs/add') return { json: { name: hello, ipfs_hash: hello, size: '11' } }
    if (path.startsWith('/ipfs/pin/add'))
      return { json: { ipfs_hash: hello, state: 'queued', filecoin: false } }
    const state = states[Math.min(at, states.length - 1)] ?? ''
    at += 1
    return state === '' ? absent : { json: { ipfs_hash: hello, state } }
  }
}

it('Blockfrost gets the file, then the pin, and is asked until the pin has left its queue', async () => {
  const { pinner, requests, calls } = await open(inStates('queued', 'queued', 'pinned'))
  await pinner.pin(hello, signal)
  expect(calls()).toEqual([
    'POST /ipfs/add',
    `POST /ipfs/pin/add/${hello}`,
    `GET /ipfs/pin/list/${hello}`,
    `GET /ipfs/pin/list/${hello}`,
    `GET /ipfs/pin/list/${hello}`,
  ])
  expect(requests.every(({ headers }) => headers['project_id'] === key)).toBe(true)
  // it cannot be taken back
  expect(requests.some(({ query }) => query.has('filecoin'))).toBe(false)
})

it('Blockfrost is not asked for a pin that it has made at once', async () => {
  const { pinner, calls } = await open(({ path }) => ({
    json: path === '/ipfs/add' ? { ipfs_hash: hello } : { state: 'pinned' },
  }))
  await pinner.pin(hello, signal)
  expect(calls()).toEqual(['POST /ipfs/add', `POST /ipfs/pin/add/${hello}`])
})

// Fault 9 of docs/faults.md.
it('what Blockfrost has collected as garbage counts as unpinned and is sent again', async () => {
  const { pinner, calls } = await open(inStates('gc', 'pinned'))
  expect(await pinner.pinned([hello], signal)).toEqual(new Set())
  await pinner.pin(hello, signal)
  expect(calls()).toContain('POST /ipfs/add')
})

// Fault 10 of docs/faults.md.
it('a pin that Blockfrost could not make is an error that may pass', async () => {
  const { pinner } = await open(inStates('', 'failed'))
  const error: unknown = await pinner.pin(hello, signal).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'service_error', details: { rule: 'not_pinned' } })
  expect(error).not.toHaveProperty('details.final')
})

it('a foreign CID of Blockfrost is final and is never pinned', async () => {
  const { pinner, calls } = await open(({ path }) =>
    path === '/ipfs/add' ? { json: { name: 'x', ipfs_hash: otherCid, size: '11' } } : absent,
  )
  await expect(pinner.pin(hello, signal)).rejects.toMatchObject({
    details: { rule: 'foreign_cid', final: 'image' },
  })
  expect(calls().some((call) => call.includes('pin/add'))).toBe(false)
})

it("a pin is read through Blockfrost's gateway", async () => {
  const { pinner } = await open(({ path }) =>
    path.startsWith('/ipfs/gateway') ? { text: 'hello world' } : { json: { state: 'pinned' } },
  )
  expect(await pinner.state(hello, signal)).toBe('sound')
  const damaged = await open(({ path }) =>
    path.startsWith('/ipfs/gateway') ? { text: 'hello' } : { json: { state: 'pinned' } },
  )
  expect(await damaged.pinner.state(hello, signal)).toBe('incomplete')
})

it('a pin that Blockfrost streams without end is incomplete, once it is longer than the file', async () => {
  const { pinner } = await open(({ path }) =>
    path.startsWith('/ipfs/gateway')
      ? { endless: new Uint8Array(65_536) }
      : { json: { state: 'pinned' } },
  )
  expect(await pinner.state(hello, signal)).toBe('incomplete')
})

// Fault 10 of docs/faults.md.
it.each([
  [403, 'unauthorized', undefined],
  [418, 'rate_limited', 'place'],
  [425, 'rate_limited', undefined],
  [429, 'rate_limited', undefined],
])('HTTP %i of Blockfrost is the error %s', async (status, code, final) => {
  const json = { status_code: status, error: 'Error', message: 'its own words' }
  const { pinner } = await open(() => ({ status, json }))
  const error: unknown = await pinner.test(signal).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code, details: { status, reason: 'its own words' } })
  expect(finalFor(error)).toBe(final)
})
