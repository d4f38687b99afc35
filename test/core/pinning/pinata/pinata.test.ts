import { expect, it } from 'vitest'
import { createPinataPinner } from '#core/pinning/pinata/pinata.ts'
import {
  hello,
  helloAsV1,
  helloStore,
  key,
  openingAt,
  otherCid,
  secret,
  type ServiceAnswer,
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

it('Pinata is asked by CID, then gets the file for its public network as a CIDv0', async () => {
  const { pinner, requests, calls } = await open(({ method }) =>
    method === 'GET' ? none : uploadedAs(hello),
  )
  await pinner.pin(hello, signal, { collection: 'Herbarium', token: 'Print07' })
  expect(calls()).toEqual(['GET /v3/files/public', 'POST /v3/files'])
  const [asked, sent] = requests
  expect(asked?.query.get('cid')).toBe(hello)
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

it('Pinata is not sent what it has, in whatever form it names the CID', async () => {
  const { pinner, calls } = await open(() => ({
    json: { data: { files: [{ id: '1', cid: helloAsV1 }] } },
  }))
  await pinner.pin(hello, signal)
  expect(calls()).toEqual(['GET /v3/files/public'])
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
