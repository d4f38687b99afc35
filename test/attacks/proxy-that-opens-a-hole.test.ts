import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeProxies, proxyFor } from '#platform/http/outgoing/proxy.ts'
import { sendRequest } from '#platform/http/outgoing/send.ts'
import { environmentFor } from '#main/processes/environment.ts'
import { createSender } from '#studio/deliveries/send.ts'
import { createImageFetcher, isPublicAddress } from '#studio/tokens/fetch-image.ts'
import { type LoopbackServer, startLoopbackServer } from '../support/loopback-server.ts'

const addresses: Readonly<Record<string, string>> = {
  'images.test': '93.184.216.34',
  'inside.test': '10.0.0.1',
  'self.test': '127.0.0.1',
}
const lookup = (name: string, _options: object, callback: (...answer: unknown[]) => void): void => {
  const address = addresses[name]
  if (address === undefined) callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  else callback(null, [{ address, family: 4 }])
}

const usualLookup = dns.lookup

const password = 'geheim-4711'
let origin: LoopbackServer
let proxy: {
  readonly url: string
  readonly asked: { readonly target: string; readonly headers: IncomingMessage['headers'] }[]
  status: number
  close(): Promise<void>
}

const startProxy = async () => {
  const asked: (typeof proxy)['asked'] = []
  const sockets = new Set<Socket>()
  const server = createServer((message, response) => {
    asked.push({ target: message.url ?? '', headers: message.headers })
    response.writeHead(400).end()
  })
  const state = { status: 200 }
  server.on('connect', (message: IncomingMessage, socket: Socket) => {
    asked.push({ target: message.url ?? '', headers: message.headers })
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (state.status !== 200) return socket.end(`HTTP/1.1 ${state.status} no\r\n\r\n`)
    // wherever it leads, the origin of this test answers
    const tunnel = connect(Number(new URL(origin.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      tunnel.pipe(socket).pipe(tunnel)
    })
    return tunnel.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return Object.assign(state, {
    url: `http://user:${password}@127.0.0.1:${port}`,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}

beforeEach(async () => {
  origin = await startLoopbackServer((_request, message, response) => {
    message.resume()
    response.end('bytes')
  })
  proxy = await startProxy()
  for (const name of ['https_proxy', 'http_proxy', 'no_proxy', 'NO_PROXY']) vi.stubEnv(name, '')
  vi.stubEnv('HTTPS_PROXY', proxy.url)
  vi.stubEnv('HTTP_PROXY', proxy.url)
  Object.assign(dns, { lookup })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  Object.assign(dns, { lookup: usualLookup })
  await proxy.close()
  await origin.close()
})

const targets = () => proxy.asked.map(({ target }) => target)
const fetchImage = async (url: string, mayConnect: (address: string) => boolean) => {
  const fetcher = createImageFetcher({ mayConnect })
  try {
    return await fetcher.fetchImage(url, async (bytes) => {
      let text = ''
      for await (const piece of bytes) text += Buffer.from(piece).toString()
      return text
    })
  } finally {
    await fetcher.close()
  }
}

describe('A proxy of the environment', () => {
  it('leads to services by name, through a tunnel, and never to this computer', async () => {
    expect(await (await sendRequest('http://service.test/x')).text()).toBe('bytes')
    expect(targets()).toEqual(['service.test:80'])
    expect(proxy.asked[0]?.headers['proxy-authorization']).toMatch(/^Basic /u)
    expect(origin.requests[0]?.headers).toMatchObject({ host: 'service.test' })
    expect(origin.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      const url = `http://${host}:${new URL(origin.url).port}/`
      expect(proxyFor(new URL(url))).toBeUndefined()
    }
    expect(await (await sendRequest(origin.url)).text()).toBe('bytes')
    vi.stubEnv('NO_PROXY', 'service.test')
    await expect(sendRequest('http://service.test/x')).rejects.toThrow('fetch failed')
    expect(targets()).toEqual(['service.test:80'])
  })

  it('is asked for the address that was checked here, of an image and of a webhook', async () => {
    expect(await fetchImage('http://images.test/1.png', isPublicAddress)).toBe('bytes')
    const sender = createSender(10_000)
    const message = { url: 'http://images.test/hook', headers: {}, body: Buffer.from('{}') }
    expect(await sender.send(message)).toMatchObject({ status: 200 })
    await sender.close()
    expect(targets()).toEqual(['93.184.216.34:80', '93.184.216.34:80'])
    expect(origin.requests.map(({ headers }) => headers.host)).toEqual([
      'images.test',
      'images.test',
    ])
  })

  it('is not asked for what cannot be resolved here, nor for an address that is refused', async () => {
    await expect(fetchImage('http://unknown.test/', () => true)).rejects.toThrow(
      'its address was not found',
    )
    await expect(fetchImage('http://inside.test/', isPublicAddress)).rejects.toThrow('10.0.0.1')
    await expect(fetchImage('http://10.0.0.1/', isPublicAddress)).rejects.toThrow('10.0.0.1')
    // a name that leads to this computer is reached without the proxy
    const { port } = new URL(origin.url)
    expect(await fetchImage(`http://self.test:${port}/`, () => true)).toBe('bytes')
    expect(targets()).toEqual([])
  })

  it('gets no secret over http, and no error repeats its password', async () => {
    const headers = { authorization: 'Bearer of-the-node' }
    await expect(sendRequest('http://node.test:5001/api', { headers })).rejects.toMatchObject({
      code: 'invalid',
      details: { rule: 'secret_through_proxy' },
      message: expect.stringContaining('NO_PROXY'),
    })
    expect(targets()).toEqual([])
    proxy.status = 407
    const refused: unknown = await sendRequest('https://service.test/').catch(
      (error: unknown) => error,
    )
    const cause: unknown = refused instanceof Error ? refused.cause : undefined
    expect(cause).toMatchObject({ code: 'PROXY_407' })
    vi.stubEnv('HTTPS_PROXY', `socks5://user:${password}@127.0.0.1:1`)
    const unusable: unknown = await sendRequest('https://service.test/').catch(
      (error: unknown) => error,
    )
    expect(String(unusable)).toContain('HTTPS_PROXY')
    for (const said of [String(refused), String(cause), String(unusable)])
      expect(said).not.toContain(password)
    vi.stubEnv('HTTPS_PROXY', proxy.url)
    expect(describeProxies()).toContain('https:// through http://127.0.0.1:')
    expect(describeProxies()).not.toContain(password)
  })

  it('is known to the studio and not to the keys', () => {
    const env = { HTTPS_PROXY: proxy.url, no_proxy: 'lan' }
    expect(environmentFor('studio', env)).toEqual(env)
    expect(environmentFor('keys', env)).toEqual({})
  })
})

describe('NO_PROXY', () => {
  it.each([
    ['*', 'https://example.com', true],
    ['example.com', 'https://example.com', true],
    ['example.com', 'https://a.example.com', true],
    ['.example.com', 'https://a.example.com', true],
    ['*.example.com', 'https://a.example.com', true],
    ['example.com', 'https://notexample.com', false],
    ['EXAMPLE.com:443', 'https://example.com', true],
    ['example.com:8443', 'https://example.com', false],
    ['10.0.0.0/8, lan', 'https://10.2.3.4', true],
    ['10.0.0.0/8 lan', 'https://node.lan:5001', true],
    ['10.0.0.0/8', 'https://11.2.3.4', false],
    ['fd00::/8', 'https://[fd00::1]', true],
    ['fd00::1', 'https://[fd00::1]', true],
    ['[fd00::1]:443', 'https://[fd00::1]', true],
    ['[fd00::1]:8443', 'https://[fd00::1]', false],
    ['', 'https://example.com', false],
  ])('%s and %s', (list, url, isExempt) => {
    const env = { NO_PROXY: list, https_proxy: 'proxy.test:3128' }
    expect(proxyFor(new URL(url), env) === undefined).toBe(isExempt)
  })
})
