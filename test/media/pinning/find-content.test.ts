import { expect, it, onTestFinished } from 'vitest'
import { AnyCid } from '#media/content/cid.ts'
import { findContent } from '#media/pinning/find-content.ts'
import type { Pinner, Providers } from '#media/pinning/pinner.ts'
import { startLoopbackServer } from '../../support/loopback-server.ts'
import { memoryPinner } from './memory-pinner.ts'

const cid = AnyCid('QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')
const { signal } = new AbortController()

const nodeThat = (providers: Providers | undefined): Pinner => ({
  ...memoryPinner('kubo'),
  findProviders: async () => providers,
})

const routing = async (status: number, body: string) => {
  const server = await startLoopbackServer((_request, _message, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body),
  )
  onTestFinished(() => server.close())
  return server
}

it.each([
  [{ isAnnounced: true, others: 2 }, true, 'knows that kubo has it. 2 other peers say'],
  [{ isAnnounced: false, others: 1 }, true, 'does not know kubo for it. 1 other peer says'],
  [{ isAnnounced: false, others: 0 }, false, '0 other peers say'],
  [undefined, false, 'kubo is offline'],
])('of %o a node says whether others can find its files', async (providers, isFound, said) => {
  const [found] = await findContent(cid, { pinners: [nodeThat(providers)], endpoint: null, signal })
  expect(found).toEqual({ asked: 'kubo', isFound, text: expect.stringContaining(said) })
})

it('a routing endpoint is asked only where one is set, and names peers once', async () => {
  const peer = { Schema: 'peer', ID: '12D3KooWGRUaZwUJcEsMQdYEJZ3TLhkYqzXxJjkFQhRbuEFnoFXv' }
  const server = await routing(200, JSON.stringify({ Providers: [peer, peer] }))
  const [found] = await findContent(cid, { pinners: [], endpoint: server.url, signal })
  expect(found).toMatchObject({ isFound: true, text: `${server.url} names 1 peer that has it.` })
  expect(server.requests[0]?.path).toBe(`/routing/v1/providers/${cid}`)
  const nobody = findContent(cid, { pinners: [memoryPinner('pinata')], endpoint: null, signal })
  await expect(nobody).rejects.toMatchObject({ details: { rule: 'nobody_to_ask' } })
  expect(server.requests).toHaveLength(1)
})

it('a routing endpoint that knows nobody, or does not answer as one, says so', async () => {
  const ask = async (status: number, body: string) =>
    findContent(cid, { pinners: [], endpoint: (await routing(status, body)).url, signal })
  expect(await ask(404, '')).toMatchObject([{ isFound: false }])
  expect(await ask(200, '{}')).toMatchObject([{ isFound: false }])
  await expect(ask(200, '<html>')).rejects.toMatchObject({ code: 'service_error' })
  await expect(ask(200, JSON.stringify({ Providers: ['x'.repeat(2_000_000)] }))).rejects.toThrow(
    'no usable answer',
  )
  await expect(ask(429, '')).rejects.toMatchObject({ code: 'rate_limited' })
})
