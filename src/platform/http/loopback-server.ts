import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { ColdpressError } from '#values/errors/errors.ts'

/** A Fastify instance whose routes are typed by the zod schemas that validate them. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

const listenSentences: Readonly<Record<string, (port: number) => string>> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use by another program. Choose another one, or 0 for any free one.`,
  EADDRNOTAVAIL: () =>
    'This computer does not have the address to listen on. Choose one of its own.',
  EACCES: (port) =>
    `This user may not listen on port ${port}. Choose one above 1023; a reverse proxy leads to it.`,
}

/** The error of a server that could not listen: `conflict` when the reason is one that a user can act on. */
export const listenError = (error: unknown, port: number): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = listenSentences[code]
  return sentence === undefined
    ? error
    : new ColdpressError('conflict', sentence(port), { cause: error })
}

/** How long a client may go on sending what nobody reads, so that it receives the answer. */
const lingerMs = 2_000

type ClientErrorAnswer = { readonly status: number; readonly body: unknown }

/**
 * Answers what never became a request: broken HTTP, a body that ended early, a client too slow.
 * @param answerTo the answer by the code of Node's error
 */
export const clientErrorHandler =
  (answerTo: (code: string) => ClientErrorAnswer) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    // Each further piece of broken HTTP is reported as well. Closed with such a piece unread, the
    // connection would be reset, and the client might never see its answer.
    if (socket.writableEnded && error.code?.startsWith('HPE_') === true) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, body } = answerTo(error.code ?? '')
    const text = JSON.stringify(body)
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Connection: close',
        '',
        text,
      ].join('\r\n'),
    )
    const lingering = setTimeout(() => socket.destroy(), lingerMs).unref()
    socket.once('close', () => clearTimeout(lingering))
  }
