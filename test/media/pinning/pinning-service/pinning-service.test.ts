import { expect, it } from 'vitest'
import { AnyCid } from '#media/content/cid.ts'
import { createPinningService } from '#media/pinning/pinning-service/pinning-service.ts'
import {
  hello,
  helloAsV1,
  key,
  openingAt,
  secret,
  type ServiceAnswer,
  signal,
} from '../service-test.ts'

const open = openingAt((url) =>
  createPinningService({ name: 'psa', url: `${url}/psa`, token: secret(), pollMs: 1 }),
)
const statusOf = (status: string, cid: string = hello) => ({
  requestid: 'r1',
  status,
  created: '2026-11-24T00:00:00Z',
  pin: { cid },
  delegates: [],
})
const listOf = (...results: readonly object[]): ServiceAnswer => ({
  json: { count: results.length, results },
})

it('a pinning service is asked for every status, then for the pin, until it has fetched it', async () => {
  const states = ['queued', 'pinning', 'pinned']
  const { pinner, requests, calls } = await open(({ method, path }) => {
    if (method === 'POST') return { status: 202, json: statusOf('queued') }
    return path.endsWith('/r1') ? { json: statusOf(states.shift() ?? 'pinned') } : listOf()
  })
  await pinner.pin(hello, signal, { collection: 'Herbarium', token: 'Print07' })
  expect(calls()).toEqual([
    'GET /psa/pins',
    'POST /psa/pins',
    'GET /psa/pins/r1',
    'GET /psa/pins/r1',
    'GET /psa/pins/r1',
  ])
  expect(Object.fromEntries(requests[0]?.query ?? [])).toMatchObject({
    cid: hello,
    status: 'queued,pinning,pinned,failed',
  })
  expect(requests[1]?.headers.authorization).toBe(`Bearer ${key}`)
  expect(JSON.parse(requests[1]?.body ?? '')).toEqual({
    cid: hello,
    name: 'Herbarium: Print07',
    meta: { collection: 'Herbarium', token: 'Print07' },
  })
})

it('a pin that is under way is waited for, and no second one is made', async () => {
  const { pinner, calls } = await open(({ path }) =>
    path.endsWith('/r1') ? { json: statusOf('pinned') } : listOf(statusOf('pinning', helloAsV1)),
  )
  await pinner.pin(hello, signal)
  expect(calls()).toEqual(['GET /psa/pins', 'GET /psa/pins/r1'])
})

it('a failed pin is replaced, for a second request would be a second pin', async () => {
  const { pinner, calls } = await open(({ method, path }) => {
    if (method === 'POST') return { status: 202, json: statusOf('queued') }
    return path.endsWith('/r1') ? { json: statusOf('pinned') } : listOf(statusOf('failed'))
  })
  await pinner.pin(hello, signal)
  expect(calls()).toEqual(['GET /psa/pins', 'POST /psa/pins/r1', 'GET /psa/pins/r1'])
})

it('asks for ten CIDs at a time', async () => {
  const { pinner, requests } = await open(() => listOf(statusOf('pinned')))
  const many = Array.from({ length: 11 }, () => hello)
  expect(await pinner.pinned(many, signal)).toEqual(new Set([hello]))
  expect(requests.map(({ query }) => query.get('cid')?.split(',').length)).toEqual([10, 1])
})

// Fault 10 of docs/faults.md.
it('no funds at a pinning service pause the import', async () => {
  const json = { error: { reason: 'INSUFFICIENT_FUNDS', details: 'Top up' } }
  const { pinner } = await open(({ method }) =>
    method === 'POST' ? { status: 409, json } : listOf(),
  )
  await expect(pinner.pin(hello, signal)).rejects.toMatchObject({
    details: { final: 'place', reason: 'INSUFFICIENT_FUNDS: Top up' },
  })
})

it('a pinning service pins content of others by its CID alone', async () => {
  const raw = AnyCid('bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
  const states = ['queued', 'pinned']
  const { pinner, requests, calls } = await open(({ method }) =>
    method === 'POST'
      ? { status: 202, json: statusOf('queued', raw) }
      : states.length === 2 && calls().length === 1
        ? listOf()
        : { json: statusOf(states.shift() ?? 'pinned', raw) },
  )
  await pinner.archives?.pin(raw, signal)
  expect(calls().slice(0, 3)).toEqual(['GET /psa/pins', 'POST /psa/pins', 'GET /psa/pins/r1'])
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ cid: raw })
})
