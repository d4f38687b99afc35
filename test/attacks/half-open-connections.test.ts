import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPublicAccess } from '#cli/commands/studio/read-public-access.ts'
import { startInbox } from '#app/events/inbox/inbox.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openStudio, type TestStudio } from '../studio/open-studio.ts'

const origin = 'https://shop.example.com'
const publicAccess = readPublicAccess({
  listen: '127.0.0.1:4880',
  publicUrl: origin,
  trustedProxy: ['127.0.0.9'],
})

/** On Linux all of 127.0.0.0/8 is this computer. */
const openSocket = (port: number, localAddress: string, text: string): Socket => {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('error', () => undefined)
  socket.on('connect', () => socket.write(text))
  return socket.resume()
}

const whenEnded = (socket: Socket, ended: (isAnswered: boolean) => void): Socket => {
  let isAnswered = false
  socket.on('data', () => (isAnswered = true))
  return socket.once('close', () => ended(isAnswered))
}

const answerTo = async (port: number, text: string, localAddress?: string): Promise<string> => {
  const socket = connect({
    host: '127.0.0.1',
    port,
    ...(localAddress === undefined ? {} : { localAddress }),
  })
  socket.on('error', () => undefined)
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(pieces).toString()
}

const page = (host: string, more = ''): string =>
  `GET /pay/token/none HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`

let studio: TestStudio
let port: number
beforeAll(async () => {
  studio = await openStudio(publicAccess === undefined ? {} : { publicAccess })
  const url = await studio.publicApp?.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(url ?? '').port)
})
afterAll(() => studio.close())

describe('700 connections of one client that never send a whole request', () => {
  it.runIf(process.platform === 'linux')(
    'leave room for a buyer, and for as many of the trusted proxy',
    async () => {
      const enough = Promise.withResolvers<undefined>()
      let ended = 0
      let unanswered = 0
      const attack = Array.from({ length: 700 }, () =>
        whenEnded(openSocket(port, '127.0.0.2', 'GET / HTTP/1.1\r\nHost: shop'), (isAnswered) => {
          ended += 1
          if (!isAnswered) unanswered += 1
          if (ended === 700 - 32) enough.resolve(undefined)
        }),
      )
      await enough.promise
      // Those that are too many are ended at once; who only was too slow is told so, with 408, and makes
      // room for others. A slow machine sees several rounds of that, and most were ended all the same.
      expect(unanswered).toBeGreaterThan(350)
      expect(await answerTo(port, page('shop.example.com'))).toMatch(/^HTTP\/1\.1 404/u)
      // a trusted proxy has a connection for each of its visitors
      const proxied = Array.from({ length: 100 }, () => openSocket(port, '127.0.0.9', 'GET /'))
      await Promise.all(proxied.map((socket) => once(socket, 'connect')))
      expect(await answerTo(port, page('shop.example.com'), '127.0.0.9')).toMatch(
        /^HTTP\/1\.1 404/u,
      )
      for (const socket of [...attack, ...proxied]) socket.destroy()
    },
  )

  it('have seconds for their headers, and a second look each second', () => {
    expect(studio.publicApp?.server.headersTimeout).toBeLessThanOrEqual(5_000)
  })
})

describe('A request with two hosts', () => {
  const two = page('shop.example.com', 'Host: 127.0.0.1\r\n')

  it('is answered with 400 by the payment pages and by the interface', async () => {
    expect(await answerTo(port, two)).toMatch(/^HTTP\/1\.1 400/u)
    const own = await studio.app.listen({ host: '127.0.0.1', port: 0 })
    const text =
      'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nhost: 127.0.0.1\r\nConnection: close\r\n\r\n'
    expect(await answerTo(Number(new URL(own).port), text)).toMatch(/^HTTP\/1\.1 400/u)
  })

  it('is answered with 400 by the inbox', async () => {
    const inbox = await startInbox({
      events: { receive: () => ({ added: [], known: 0 }) },
      accountId: 'local',
      secret: Secret.ofText('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='),
      scheme: 'standard',
    })
    const text =
      'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
    expect(await answerTo(inbox.port, text)).toMatch(/^HTTP\/1\.1 400/u)
    await inbox.close()
  })
})
