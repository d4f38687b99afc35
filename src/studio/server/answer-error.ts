import type { FastifyReply, FastifyRequest } from 'fastify'
import { isColdpressError } from '#values/errors/errors.ts'
import { ruleHeaders } from '#contract/rule-headers.ts'
import { type ErrorAnswer, answerTo, toErrorBody } from './errors.ts'
import { logError } from './log.ts'

/**
 * Logs what is the studio's own error and sets status and headers of the answer to any; its body
 * is still to be sent.
 */
export const startErrorAnswer = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): ErrorAnswer => {
  const reported = answerTo(error)
  if (reported.status >= 500) {
    if (reported.status !== 501) logError(request, error)
    void reply.header('x-request-id', request.id)
  }
  if (reported.retryAfterSeconds !== undefined)
    void reply.header('retry-after', reported.retryAfterSeconds)
  if (reported.status < 500 && isColdpressError(error))
    void reply.headers(ruleHeaders(error.details))
  // Fastify would close the connection on a body it does not read, and a client that is still
  // sending would never see the answer; Node reads the rest away instead.
  if (reported.status === 413) void reply.removeHeader('connection')
  void reply.code(reported.status)
  return reported
}

/** Answers any error in the shape of `toErrorBody`. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const reported = startErrorAnswer(error, request, reply)
  void reply.type('application/json; charset=utf-8').send(toErrorBody(reported, request.id))
}
