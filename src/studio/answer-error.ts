import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, answerTo, toErrorBody } from './errors.ts'
import { logError } from './log.ts'

/**
 * Logs what is the studio's own error and sets status and headers of the answer to any; its body
 * is still to be sent.
 */
export const beginErrorAnswer = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Answer => {
  const told = answerTo(error)
  if (told.status >= 500) {
    if (told.status !== 501) logError(request, error)
    void reply.header('x-request-id', request.id)
  }
  if (told.retryAfterSeconds !== undefined) void reply.header('retry-after', told.retryAfterSeconds)
  // Fastify would close the connection on a body it does not read, and a client that is still
  // sending would never see the answer; Node reads the rest away instead.
  if (told.status === 413) void reply.removeHeader('connection')
  void reply.code(told.status)
  return told
}

/** Answers any error in the one shape of studio.md "Errors". */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const told = beginErrorAnswer(error, request, reply)
  void reply.type('application/json; charset=utf-8').send(toErrorBody(told, request.id))
}
