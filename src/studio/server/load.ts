import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'

/**
 * Bounds the bytes of all bodies that are held at the same time, since each is read into memory
 * whole. What the bodies announce is counted; one without a length counts as the largest allowed.
 * A request above the limit is answered with 429, before any of its body is read.
 */
export const addLoadLimit = (app: FastifyInstance): void => {
  let held = 0
  app.addHook('onRequest', async (request, reply) => {
    const bytes = announcedBytes(request)
    if (bytes === 0) return
    if (held + bytes > limits.bodiesHeldBytes) {
      throw new ColdpressError(
        'rate_limited',
        'the studio is reading as many large requests as it can hold; send this one again later',
      )
    }
    held += bytes
    reply.raw.once('close', () => {
      held -= bytes
    })
  })
}

const announcedBytes = (request: FastifyRequest): number => {
  if (request.headers['transfer-encoding'] !== undefined) return limits.requestBodyBytes
  const bytes = Number(request.headers['content-length'] ?? 0)
  // A body over the limit is refused without being held.
  return bytes > limits.requestBodyBytes ? 0 : bytes
}
