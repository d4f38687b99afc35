import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type Cid, cidOf } from '#media/content/cid.ts'
import { collect } from './generated-bytes.ts'
import { filesIn } from './kubo-stand-in.ts'
import { startLoopbackServer } from './loopback-server.ts'

/** A call of Kubo's RPC interface, with what it carried. */
export type ProxiedCall = {
  /** Such as `pin/ls`. */
  readonly name: string
  readonly query: URLSearchParams
  /** The CIDs of the files that came with it. */
  readonly files: readonly Cid[]
}

/** Sends the call on to the node. `query`: in place of its own. Rejects when the node is gone. */
type SendOn = (query?: URLSearchParams) => Promise<IncomingMessage>

/** `hang`: it is never answered. `cut`: its connection ends without an answer. */
type Handling = IncomingMessage | 'hang' | 'cut'

export type RecordingProxy = {
  readonly url: string
  /** All that arrived, whatever became of it. */
  readonly calls: readonly ProxiedCall[]
  /** The calls of this name. `from`: the count of calls before the first one that is asked for. */
  callsOf(name: string, from?: number): readonly ProxiedCall[]
  /** Decides what becomes of each call; first all of them are sent on. */
  handle: (call: ProxiedCall, sendOn: SendOn) => Handling | Promise<Handling>
  close(): Promise<void>
}

/** A proxy before a real Kubo that records each call before it sends it on. */
export const startRecordingProxy = async (target: string): Promise<RecordingProxy> => {
  const calls: ProxiedCall[] = []
  const server = await startLoopbackServer(async ({ path, query }, message, response) => {
    try {
      const body = await collect(message)
      const type = message.headers['content-type'] ?? ''
      const files = await Promise.all(filesIn(body, type).map(({ bytes }) => cidOf(bytes)))
      const call = { name: path.replace('/api/v0/', ''), query, files }
      calls.push(call)
      const handling = await proxy.handle(call, (changed = query) =>
        send(new URL(`${path}?${changed.toString()}`, target), type, body),
      )
      if (handling === 'cut') response.destroy()
      else if (handling !== 'hang') await giveBack(handling, response)
    } catch {
      // The connection to the import or to the node has ended: so does the other one.
      response.destroy()
    }
  })
  const proxy: RecordingProxy = {
    url: server.url,
    calls,
    callsOf: (name, from = 0) => calls.slice(from).filter((call) => call.name === name),
    handle: (_call, sendOn) => sendOn(),
    close: () => server.close(),
  }
  return proxy
}

const send = async (url: URL, type: string, body: Buffer): Promise<IncomingMessage> => {
  const sent = request(url, {
    method: 'POST',
    // A connection of its own, so that a node that was killed is never met on an old one.
    agent: false,
    headers: type === '' ? {} : { 'content-type': type },
  })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return answer
}

/** Piece by piece, with the trailer in which Kubo names an error in the middle of its answer. */
const giveBack = async (answer: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { 'content-type': type, trailer } = answer.headers
  response.writeHead(answer.statusCode ?? 502, {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(trailer === undefined ? {} : { trailer }),
  })
  for await (const piece of answer) response.write(piece)
  response.addTrailers(answer.trailers)
  response.end()
}
