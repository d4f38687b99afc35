import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#values/bounds/limits.ts'
import { createImageFetcher, isPublicAddress } from '#studio/tokens/fetch-image.ts'
import { startLoopbackServer } from '../../support/loopback-server.ts'

const closers: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const serve = async (
  answer: (path: string, response: ServerResponse) => unknown,
): Promise<string> => {
  const server = await startLoopbackServer(({ path }, _message, response) => answer(path, response))
  closers.push(() => server.close())
  return server.url
}

const sizeOf = async (bytes: AsyncIterable<Uint8Array>) => {
  let size = 0
  for await (const chunk of bytes) size += chunk.length
  return size
}

const open = (mayConnect: (address: string) => boolean, timeoutMs?: number) => {
  const fetcher = createImageFetcher({
    mayConnect,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  closers.push(() => fetcher.close())
  return (url: string) => fetcher.fetchImage(url, sizeOf)
}

const onlyOne = (address: string) => address === '127.0.0.1'

describe('isPublicAddress', () => {
  it.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
    'the IP address %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each(
    `127.0.0.1 127.255.0.9 ::1 0.0.0.0 :: 10.1.2.3 172.16.0.1 192.168.1.1 fd00::1 fc00::1 169.254.169.254 fe80::1 100.64.0.1 100.127.255.255 224.0.0.1 ff02::1 255.255.255.255 240.0.0.1 192.0.2.1 198.18.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 168.63.129.16 fd00:ec2::254 100.100.100.200`
      .split(' ')
      .concat('not an address', ''),
  )('the IP address %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('createImageFetcher', () => {
  it('checks the address that a name resolves to, not the name', async () => {
    const url = await serve((_path, response) => response.end('bytes'))
    await expect(open(isPublicAddress)(url.replace('127.0.0.1', 'localhost'))).rejects.toThrow(
      /^leads to (?:127\.0\.0\.1|::1), a private or loopback address/u,
    )
    expect(await open(() => true)(url.replace('127.0.0.1', 'localhost'))).toBe(5)
  })

  it('checks every redirect again', async () => {
    // Unchecked, the connection would be tried and end in ECONNREFUSED.
    const location = 'http://127.0.0.2:1/'
    const url = await serve((_path, response) => response.writeHead(302, { location }).end())
    await expect(open(onlyOne)(url)).rejects.toThrow(/^leads to 127\.0\.0\.2/u)
  })

  it('follows 3 redirects and no 4th', async () => {
    const url = await serve((path, response) => {
      const left = Number(path.slice(1))
      if (left === 0) response.end('bytes')
      else response.writeHead(307, { location: `/${left - 1}` }).end('moved')
    })
    expect(await open(onlyOne)(`${url}/3`)).toBe(5)
    await expect(open(onlyOne)(`${url}/4`)).rejects.toThrow(
      'the server redirects more than 3 times',
    )
  })

  it('reads no answer of a redirect that leads to no address', async () => {
    const location = 'http://[no address'
    const url = await serve((_path, response) => response.writeHead(302, { location }).end())
    await expect(open(onlyOne)(url)).rejects.toThrow(
      'the server redirects to an address that is none',
    )
  })

  it('never follows to another kind of address, nor one with a password', async () => {
    for (const location of ['file:///etc/passwd', 'http://user:secret@127.0.0.1/']) {
      const url = await serve((_path, response) => response.writeHead(301, { location }).end())
      const error = open(onlyOne)(url)
      await expect(error).rejects.toThrow(/neither http nor https|holds a user name/u)
      await expect(error).rejects.not.toThrow(/secret/u)
    }
  })

  it('takes 25 MiB and counts while it streams, whatever the server announces', async () => {
    const url = await serve((path, response) => {
      const size = limits.fetchedImageBytes + (path === '/over' ? 1 : 0)
      response.end(Buffer.alloc(size))
    })
    const chunked = await serve((_path, response) => {
      response.write(Buffer.alloc(limits.fetchedImageBytes))
      setTimeout(() => response.end('x'), 1)
    })
    expect(await open(onlyOne)(url)).toBe(limits.fetchedImageBytes)
    for (const large of [`${url}/over`, chunked])
      await expect(open(onlyOne)(large)).rejects.toThrow('larger than 25 MiB')
  })

  it('gives up after its time, however slowly the bytes drip', async () => {
    const url = await serve((_path, response) => {
      const drip = setInterval(() => response.write('x'), 5)
      response.on('close', () => clearInterval(drip))
    })
    await expect(open(onlyOne, 100)(url)).rejects.toThrow('not fetched within 0.1 seconds')
  })

  it('says in words that a server is dead', async () => {
    const url = await serve(() => undefined)
    for (const close of closers.splice(0)) await close()
    await expect(open(onlyOne)(url)).rejects.toThrow(
      'could not be fetched: nothing answers at its address',
    )
  })
})
