import { expect } from 'vitest'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { Cid, cidOf } from '#media/content/cid.ts'
import { fetchDag } from '#media/pinning/fetch-dag.ts'
import { sendRequest, sendFollowing } from '#platform/http/outgoing/send.ts'
import { createKuboPinner } from '#media/pinning/kubo/kubo.ts'
import { startIpfsGateway } from '../support/ipfs-gateway.ts'
import { startLoopbackServer } from '../support/loopback-server.ts'
import { folderTest as it } from '../support/folder-test.ts'
import { helloStore, signal } from '../media/pinning/service-test.ts'

const redirecting = async (location: (path: string) => string, status = 307) =>
  startLoopbackServer(({ path }, message, response) => {
    message.resume()
    response.writeHead(status, { location: location(path) }).end()
  })

const request = (gateway: string) => ({
  gateway,
  signal,
  maxBytes: 1_000_000,
  timeoutMs: 10_000,
})

it('A gateway on this computer may redirect to another port and to a name below localhost', async () => {
  const ipfs = await startIpfsGateway()
  const bytes = Buffer.from('an image')
  const cid = await cidOf(bytes)
  ipfs.files.set(cid, bytes)
  const { port } = new URL(ipfs.url)
  // Kubo gives each CID a name of its own
  const gateway = await redirecting(
    (path) => `http://${Cid(cid).toLowerCase()}.ipfs.localhost:${port}${path}`,
  )
  expect(await fetchDag(cid, request(gateway.url))).toBeGreaterThan(0)
  await gateway.close()
  await ipfs.close()
})

it('A gateway on this computer redirects to no other one', async () => {
  const cid = await cidOf(Buffer.from('an image'))
  for (const target of ['http://169.254.169.254', 'http://10.0.0.1', 'https://example.com']) {
    const gateway = await redirecting(() => `${target}/latest/meta-data`)
    await expect(fetchDag(cid, request(gateway.url))).rejects.toMatchObject({
      code: 'service_error',
      details: { rule: 'redirect' },
    })
    expect(gateway.requests).toHaveLength(1)
    await gateway.close()
  }
})

it('A gateway elsewhere redirects to public addresses alone, and never to http', async () => {
  const internal = createServer((_request, response) => response.end('secret'))
  const reached: string[] = []
  internal.on('connection', () => reached.push('connected'))
  internal.listen(0, '127.0.0.1')
  await once(internal, 'listening')
  const address = internal.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const usual = globalThis.fetch
  for (const target of [
    `https://localhost:${port}/`,
    `https://127.0.0.1:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `http://127.0.0.1:${port}/`,
    'http://example.com/',
  ]) {
    // only the first answer is made up: the redirect is followed, or not, as always
    globalThis.fetch = async (input, init) =>
      new URL(input instanceof Request ? input.url : input).host === 'gateway.example'
        ? new Response(null, { status: 302, headers: { location: target } })
        : usual(input, init)
    try {
      await expect(sendFollowing('https://gateway.example/ipfs/x', 'public')).rejects.toMatchObject(
        {
          details: { rule: 'redirect' },
        },
      )
    } finally {
      globalThis.fetch = usual
    }
  }
  expect(reached).toEqual([])
  internal.close()
})

it('No other client follows a redirect, a Kubo node called by its library among them', async () => {
  const inside = await startLoopbackServer((_request, message, response) => {
    message.resume()
    response.end('{}')
  })
  const server = await redirecting((path) => `${inside.url}${path}`)
  expect((await sendRequest(server.url)).status).toBe(307)
  const pinner = createKuboPinner({ url: server.url, store: await helloStore() })
  await expect(pinner.test(signal)).rejects.toMatchObject({ details: { status: 307 } })
  expect(inside.requests).toEqual([])
  await server.close()
  await inside.close()
})
