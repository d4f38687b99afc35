import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { Cid } from '#media/content/cid.ts'
import { openContentStore } from '#media/content/store.ts'
import type { Pinner } from '#media/pinning/pinner.ts'
import { Secret } from '#platform/secret/secret.ts'
import { collect } from '../../support/generated-bytes.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { type Recorded, startLoopbackServer } from '../../support/loopback-server.ts'

/** The file "hello world", and another content's CID. */
export const hello = Cid('Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD')
export const helloAsV1 = 'bafybeihykld7uyxzogax6vgyvag42y7464eywpf55gxi5qpoisibh3c5wa'
export const otherCid = 'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH'
export const key = 'planted-service-key-0815'
export const secret = (): Secret => Secret.ofText(key)
export const signal: AbortSignal = new AbortController().signal

/** An answer to one call: a status with JSON, a text as it is, or one piece without end. */
export type ServiceAnswer = {
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly endless?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export type ServiceRequest = Recorded & { readonly body: string }

function* repeated(piece: Uint8Array) {
  for (;;) yield piece
}

/** What a service answers; undefined: it hangs up. */
type Answering = (request: ServiceRequest) => ServiceAnswer | undefined

/** A service that answers as `answer` says and records what it was sent. */
const startService = async (answer: Answering) => {
  const requests: ServiceRequest[] = []
  const server = await startLoopbackServer(
    async (recorded, message: IncomingMessage, response: ServerResponse) => {
      const request = { ...recorded, body: (await collect(message)).toString() }
      requests.push(request)
      const answered = answer(request)
      if (answered === undefined) return message.socket.destroy()
      const { status = 200, json, text, endless, headers = {} } = answered
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      if (endless !== undefined) return Readable.from(repeated(endless)).pipe(response)
      return response.end(text ?? JSON.stringify(json ?? {}))
    },
  )
  onTestFinished(() => server.close())
  return {
    url: server.url,
    requests,
    calls: () => requests.map(({ method, path }) => `${method} ${path}`),
  }
}

/** Starts a service of the answers that a test gives, and the pinner that calls it. */
export const openingAt =
  (create: (url: string) => Pinner | Promise<Pinner>) => async (answer: Answering) => {
    const service = await startService(answer)
    return { pinner: await create(service.url), ...service }
  }

/** A content store that has the file "hello world". */
export const helloStore = async () => {
  const store = await openContentStore({ dir: temporaryFolder() })
  onTestFinished(() => store.close())
  await store.add(new TextEncoder().encode('hello world'))
  return store
}
