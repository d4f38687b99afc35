import { expect, it } from 'vitest'
import { createPinataPinner } from '#media/pinning/pinata/pinata.ts'
import {
  hello,
  helloAsV1,
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
  createPinataPinner({
    name: 'pinata',
    apiUrl: url,
    uploadUrl: url,
    token: secret(),
    store: await helloStore(),
  }),
)
const none = { json: { data: { files: [], next_page_token: '' } } }
const uploadedAs = (cid: string): ServiceAnswer => ({
  json: { data: { id: 'file-1', cid, size: 11, is_duplicate: false } },
})

it('Pinata gets a file for its public network as a CIDv0, in one call of the few that it allows', async () => {
  const { pinner, requests, calls } = await open(({ method }) =>
    method === 'GET' ? none : uploadedAs(hello),
  )
  await pinner.pin(hello, signal, { collection: 'Herbarium', token: 'Print07' })
  expect(calls()).toEqual(['POST /v3/files'])
  const [sent] = requests
  expect(sent?.headers).toMatchObject({
    authorization: `Bearer ${key}`,
    'content-length': `${Buffer.byteLength(sent?.body ?? '')}`,
  })
  for (const [name, value] of [
    ['network', 'public'],
    ['cid_version', 'v0'],
    ['name', 'Herbarium: Print07'],
    ['keyvalues', '{"collection":"Herbarium","token":"Print07"}'],
  ])
    expect(sent?.body).toContain(`name="${name}"\r\n\r\n${value}\r\n`)
  expect(sent?.body).toContain('\r\n\r\nhello world\r\n')
})

const openWithLargeFile = openingAt(async (url) => {
  const content = await helloStore()
  return createPinataPinner({
    name: 'pinata',
    apiUrl: url,
    uploadUrl: url,
    token: secret(),
    store: {
      read: (cid) => content.read(cid),
      recover: (cid) => content.recover(cid),
      maxBytesOf: () => 5_000_000,
    },
  })
})

it('Pinata is asked for a file of several megabytes, in whatever form it names the CID', async () => {
  const { pinner, calls, requests } = await openWithLargeFile(() => ({
    json: { data: { files: [{ id: '1', cid: helloAsV1 }] } },
  }))
  await pinner.pin(hello, signal)
  expect(calls()).toEqual(['GET /v3/files/public'])
  expect(requests[0]?.query.get('cid')).toBe(hello)
  expect(await pinner.pinned([hello], signal)).toEqual(new Set([hello]))
  expect(await pinner.state(hello, signal)).toBe('unread')
})

it('a foreign CID of Pinata is final, and its file is deleted there again', async () => {
  const { pinner, calls } = await open(({ method }) =>
    method === 'POST' ? uploadedAs(otherCid) : none,
  )
  await expect(pinner.pin(hello, signal)).rejects.toMatchObject({
    details: { rule: 'foreign_cid', final: 'image', given: otherCid },
  })
  expect(calls().at(-1)).toBe('DELETE /v3/files/public/file-1')
})

// Fault 7 of docs/faults.md.
it('after a lost answer Pinata is asked by CID before the file is sent again', async () => {
  let has = false
  const { pinner, calls } = await open(({ method }) => {
    if (method === 'GET')
      return has ? { json: { data: { files: [{ id: '1', cid: hello }] } } } : none
    has = true
    return undefined
  })
  await expect(pinner.pin(hello, signal)).rejects.toMatchObject({ code: 'unreachable' })
  await pinner.pin(hello, signal)
  expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(1)
})

it.each([
  [401, { error: { code: 401, message: 'jwt revoked' } }, 'unauthorized', 'jwt revoked', undefined],
  [402, { error: { reason: 'PLAN', details: 'limit' } }, 'service_error', 'PLAN: limit', 'place'],
  [413, { error: 'too big' }, 'too_large', 'too big', 'image'],
  [429, { error: { reason: 'RATE_LIMITED' } }, 'rate_limited', 'RATE_LIMITED', undefined],
  [500, { error: { message: `no ${key}` } }, 'service_error', 'no [redacted]', undefined],
])('HTTP %i of Pinata has its words and a meaning', async (status, json, code, reason, final) => {
  const { pinner } = await open(() => ({ status, json }))
  await expect(pinner.test(signal)).rejects.toMatchObject({
    code,
    details: {
      operation: 'GET /v3/files/public',
      status,
      reason,
      ...(final === undefined ? {} : { final }),
    },
  })
})

/** Pinata's resumable uploads: what arrives is kept by its address, and the last answer has the CID. */
const resumable = (
  given: { readonly cid?: string; readonly lose?: (patch: number) => boolean } = {},
) => {
  let received = ''
  let patches = 0
  let isPinned = false
  const answer = ({ method, path, headers, body }: ServiceRequest): ServiceAnswer | undefined => {
    if (path === '/v3/files/public')
      return isPinned ? { json: { data: { files: [{ id: '1', cid: given.cid ?? hello }] } } } : none
    if (method === 'POST')
      return { status: 201, headers: { location: '/v3/files/upload-1', 'content-length': '0' } }
    const offset = () => ({ 'upload-offset': `${received.length}` })
    if (method === 'HEAD') return { headers: offset() }
    if (method === 'DELETE') return {}
    if (headers['upload-offset'] !== `${received.length}`) return { status: 409 }
    received += body
    isPinned = received.length === 'hello world'.length
    patches += 1
    if (given.lose?.(patches) === true) return undefined
    const cid = isPinned ? { 'upload-cid': given.cid ?? hello } : {}
    return { status: 204, text: '', headers: { ...offset(), ...cid } }
  }
  return { answer, received: () => received }
}

const openInPieces = openingAt(async (url) =>
  createPinataPinner({
    name: 'pinata',
    apiUrl: url,
    uploadUrl: url,
    token: secret(),
    store: await helloStore(),
    largestAtOnce: 5,
    pieceBytes: 4,
    waitMs: 1,
  }),
)

it('Pinata gets a file above 100 MB in pieces, with its name and for its public network', async () => {
  const service = resumable()
  const { pinner, requests, calls } = await openInPieces(service.answer)
  await pinner.pin(hello, signal, { collection: 'Herbarium', token: 'Print07' })
  expect(service.received()).toBe('hello world')
  expect(calls()).toEqual([
    'POST /v3/files',
    ...['PATCH', 'PATCH', 'PATCH'].map((method) => `${method} /v3/files/upload-1`),
  ])
  const made = requests[0]
  expect(made?.headers).toMatchObject({
    'upload-length': '11',
    'tus-resumable': '1.0.0',
    authorization: `Bearer ${key}`,
  })
  const metadata = Object.fromEntries(
    String(made?.headers['upload-metadata'])
      .split(',')
      .map((pair) => pair.split(' '))
      .map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString()]),
  )
  expect(metadata).toEqual({
    network: 'public',
    cid_version: 'v0',
    filename: 'Herbarium: Print07',
    filetype: 'application/octet-stream',
    keyvalues: '{"collection":"Herbarium","token":"Print07"}',
  })
  expect(requests[1]?.headers).toMatchObject({
    'content-type': 'application/offset+octet-stream',
    'content-length': '4',
    'upload-offset': '0',
  })
})

it('an upload in pieces goes on after a lost answer from where Pinata is', async () => {
  const service = resumable({ lose: (patch) => patch === 2 })
  const { pinner, calls } = await openInPieces(service.answer)
  await pinner.pin(hello, signal)
  expect(service.received()).toBe('hello world')
  expect(calls().filter((call) => call.startsWith('HEAD'))).toHaveLength(1)
  expect(calls().filter((call) => call.startsWith('PATCH'))).toHaveLength(3)
})

it('an upload in pieces whose last answer is lost is found by its CID', async () => {
  const service = resumable({ lose: (patch) => patch === 3 })
  const { pinner, calls } = await openInPieces(service.answer)
  await pinner.pin(hello, signal)
  expect(calls().at(-1)).toBe('GET /v3/files/public')
  expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(1)
})

it('a foreign CID of an upload in pieces is final, and its file is deleted again', async () => {
  const { pinner, calls } = await openInPieces(resumable({ cid: otherCid }).answer)
  await expect(pinner.pin(hello, signal)).rejects.toMatchObject({
    details: { rule: 'foreign_cid', given: otherCid },
  })
  expect(calls().at(-1)).toBe('DELETE /v3/files/public/1')
})

it("Pinata's key never goes to the address of another service", async () => {
  const { pinner, calls } = await openInPieces(({ method }) =>
    method === 'POST'
      ? { status: 201, headers: { location: 'https://elsewhere.example/upload' } }
      : none,
  )
  await expect(pinner.pin(hello, signal)).rejects.toMatchObject({
    details: { rule: 'foreign_address', final: 'place' },
  })
  expect(calls()).toEqual(['POST /v3/files'])
})

it('an upload in pieces that a caller repeats goes on where it was', async () => {
  let isBroken = true
  const service = resumable()
  const { pinner, calls } = await openInPieces((request) =>
    isBroken && request.headers['upload-offset'] === '4'
      ? { status: 500, json: {} }
      : service.answer(request),
  )
  await expect(pinner.pin(hello, signal)).rejects.toMatchObject({ code: 'service_error' })
  isBroken = false
  await pinner.pin(hello, signal)
  expect(service.received()).toBe('hello world')
  expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(1)
})
