import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { CallLimit } from '#platform/http/token-bucket.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import {
  type LoopbackServer,
  type Recorded,
  startLoopbackServer,
} from '../support/loopback-server.ts'

export type LimitedService = Pick<LoopbackServer, 'url' | 'close'> & {
  /** What was not one too many, in the order of arrival. */
  readonly accepted: readonly AcceptedRequest[]
  /** The requests that were one too many. */
  readonly refused: () => number
}

/** Times in milliseconds of a monotonic clock. `answeredAt`: when the answer is back. */
type AcceptedRequest = {
  readonly method: string
  readonly path: string
  readonly sentAt: number
  readonly answeredAt: number
}

export type Reply = { readonly status: number; readonly type: string; readonly body: Buffer }

/**
 * A service far away with a limit: half of the latency goes by before it has a request, and half
 * before its answer is back. It counts in a token bucket, and refuses with 429 and a Retry-After in
 * whole seconds, as such services do.
 */
export const startLimitedService = async (
  { limit, latencyMs }: { readonly limit: CallLimit; readonly latencyMs: number },
  answer: (request: Recorded, body: Buffer) => Promise<Reply>,
): Promise<LimitedService> => {
  const bucket = createRateLimit({ burst: limit.burst, perSecond: limit.rate })
  const accepted: AcceptedRequest[] = []
  let refused = 0
  const travel = (): Promise<void> => delay(latencyMs / 2)
  const server = await startLoopbackServer((request, message, response) => {
    const serve = async (): Promise<void> => {
      const sentAt = performance.now()
      const body = await buffer(message)
      await travel()
      const isAccepted = bucket.receive()
      if (!isAccepted) refused += 1
      const reply = isAccepted ? await answer(request, body) : tooMany
      await travel()
      if (isAccepted) {
        const { method, path } = request
        accepted.push({ method, path, sentAt, answeredAt: performance.now() })
      }
      if (!isAccepted) response.setHeader('retry-after', Math.ceil(1 / limit.rate))
      response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.body)
    }
    serve().catch(() => response.destroy())
  })
  return { url: server.url, close: () => server.close(), accepted, refused: () => refused }
}

export const jsonReply = (json: unknown, status = 200): Reply => ({
  status,
  type: 'application/json',
  body: Buffer.from(JSON.stringify(json)),
})

const tooMany = jsonReply({ status_code: 429, message: 'Too many requests', error: 'Error' }, 429)
