import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

/**
 * What happens to one request that adds tokens.
 * - `drop_before`: the connection ends before the service hears of it
 * - `drop_after`: the service did it, the reply never comes
 * - `half_reply`: the reply ends in the middle
 * - `503_before`, `503_after`: the same error, without and with the service having done it
 * - `429`: asked to wait, nothing done
 * - `slow`: waits before and after
 */
export type FlakyMode =
  | 'none'
  | 'drop_before'
  | 'drop_after'
  | 'half_reply'
  | '503_before'
  | '503_after'
  | '429'
  | 'slow'

export type FlakyProxy = {
  readonly baseUrl: string
  /** One entry per request that adds tokens: the asset names in it. */
  readonly uploads: readonly (readonly string[])[]
  /** Connections that were given up before their reply was sent. */
  readonly lostReplies: () => number
  close(): Promise<void>
}

type Reply = { readonly status: number; readonly type: string; readonly body: Buffer }

/** Stands between an importer and a real studio; `next` says what happens to each upload, in order. */
export const startFlakyProxy = async (
  target: string,
  next: (upload: number) => FlakyMode | Promise<FlakyMode>,
): Promise<FlakyProxy> => {
  const uploads: string[][] = []
  let lost = 0
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy())
  })

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming)
    const isUpload = incoming.method === 'POST' && (incoming.url ?? '').endsWith('/tokens')
    if (!isUpload) return send(outgoing, await pass(target, incoming, body))
    uploads.push(namesIn(body))
    const mischief = await next(uploads.length - 1)
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) lost += 1
    })
    if (mischief === 'drop_before') return void outgoing.destroy()
    if (mischief === '503_before') return send(outgoing, unavailable)
    if (mischief === '429') return send(outgoing, tooMany)
    if (mischief === 'slow') await delay(100)
    const reply = await pass(target, incoming, body)
    if (mischief === 'slow') await delay(100)
    if (mischief === 'drop_after') return void outgoing.destroy()
    if (mischief === '503_after') return send(outgoing, unavailable)
    if (mischief === 'half_reply') return sendHalf(outgoing, reply)
    return send(outgoing, reply)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    uploads,
    lostReplies: () => lost,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const upload = z.object({ tokens: z.array(z.object({ asset_name: z.string() })) })

const namesIn = (body: Buffer): string[] =>
  upload.parse(JSON.parse(body.toString())).tokens.map(({ asset_name }) => asset_name)

const error = (status: number, message: string): Reply => ({
  status,
  type: 'application/json',
  body: Buffer.from(JSON.stringify({ status_code: status, message, error: 'Error' })),
})
const unavailable = error(503, 'come back later')
const tooMany = error(429, 'too many requests')

const pass = async (target: string, incoming: IncomingMessage, body: Buffer): Promise<Reply> => {
  const headers = { ...incoming.headers, host: new URL(target).host }
  const call = forward(new URL(incoming.url ?? '/', target), { method: incoming.method, headers })
  call.end(body)
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve).once('error', reject)
  })
  return {
    status: reply.statusCode ?? 502,
    type: reply.headers['content-type'] ?? '',
    body: await buffer(reply),
  }
}

const send = (outgoing: ServerResponse, { status, type, body }: Reply): void => {
  outgoing.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body)
}

const sendHalf = (outgoing: ServerResponse, { status, type, body }: Reply): void => {
  outgoing.writeHead(status, { 'content-type': type, 'content-length': body.length })
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy())
}
