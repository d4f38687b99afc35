import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError, errorTable, isColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import type { ErrorBody } from '#contract/error-body.ts'

const mebibyte = 1024 * 1024

/** The client's view of an error. */
export type ErrorAnswer = {
  readonly status: number
  readonly message: string
  readonly retryAfterSeconds?: number
}

/** The body of every answer that is not a success. */
export const toErrorBody = (answer: ErrorAnswer, requestId: string): ErrorBody => ({
  status_code: answer.status,
  message: answer.message,
  error: STATUS_CODES[answer.status] ?? 'Error',
  ...(answer.status >= 500 ? { request_id: requestId } : {}),
})

/** Messages for failures that the client did not cause; they reveal nothing of the cause. */
const serverSentences: Readonly<Record<number, string>> = {
  502: 'A service that the studio depends on did not answer as it should. Try again later.',
  503: 'The keychain or the database of this machine does not answer at the moment. Try again.',
  507: 'The disk of this machine is full or cannot be written. Free some space or make it writable, then try again.',
  504: 'A service that the studio depends on did not answer in time. Try again later.',
}
const brokenSentence =
  'The studio failed. Its log has the details under the request_id of this answer.'

const frameworkShape = z.object({
  code: shortText.startsWith('FST_ERR_'),
  statusCode: z.int(),
  message: longText,
})

/** Maps any error to the client's answer. */
export const answerTo = (error: unknown): ErrorAnswer => {
  if (isColdpressError(error)) {
    const { status } = errorTable[error.code]
    if (error.code === 'rate_limited') {
      return { status, message: error.message, retryAfterSeconds: 1 }
    }
    if (status < 500 || status === 501) return { status, message: error.message }
    const message = serverSentences[status] ?? brokenSentence
    return { status, message, ...(error.code === 'busy' ? { retryAfterSeconds: 1 } : {}) }
  }
  const framework = frameworkShape.safeParse(error)
  if (framework.success && framework.data.statusCode < 500) return frameworkAnswer(framework.data)
  return { status: 500, message: brokenSentence }
}

const frameworkAnswer = (error: z.output<typeof frameworkShape>): ErrorAnswer => {
  const status = error.statusCode
  if (status === 413) {
    const allowed = limits.requestBodyBytes / mebibyte
    return { status, message: `body: larger than ${allowed} MiB, which is the most allowed` }
  }
  if (status === 415) return { status, message: 'content-type: must be application/json' }
  if (error.code === 'FST_ERR_BAD_URL') {
    return { status, message: 'path: not a valid URL; a % must start two hex digits' }
  }
  return { status, message: error.message }
}

/** As many of a long list of errors as fit are shown, then the number of the others. */
const longestList = 16_000
/** An error may name what was sent, which has no bound of its own. */
const longestError = 500

const cutText = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text

/** One error for many errors, each a sentence that names its field. */
export const invalidRequest = (errors: readonly string[]): ColdpressError => {
  let message = ''
  for (const [index, whole] of errors.entries()) {
    const error = cutText(whole, longestError)
    if (message.length + error.length > longestList) {
      return new ColdpressError('invalid', `${message}; and ${errors.length - index} more`)
    }
    message += index === 0 ? error : `; ${error}`
  }
  return new ColdpressError('invalid', message)
}
