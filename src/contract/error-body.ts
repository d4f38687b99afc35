import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'

/** The studio's error body. */
export const errorBody = z
  .object({
    status_code: z.int(),
    message: longText,
    error: longText,
    request_id: shortText.optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.output<typeof errorBody>

/** The error bodies that a client must read: the studio's, and the hosted service's other shape. */
export const anyErrorBody = z.union([
  errorBody,
  z
    .object({
      statusCode: z.int(),
      message: z.union([longText, listOf(longText)]),
      error: longText.optional(),
    })
    .transform(({ statusCode, message, error }) => ({
      status_code: statusCode,
      message: Array.isArray(message) ? message.join('; ') : message,
      error: error ?? '',
    })),
])
