import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { errorTable, isColdpressError } from '#values/errors/errors.ts'
import type { BlockfrostError } from '#contract/gateways/blockfrost.ts'

/**
 * Bytes of a request body: four times the largest transaction, so that the ledger can report the
 * excess.
 */
export const bodyLimitBytes = 65_536

/** Blockfrost's name for its own status of a mempool that is full. */
const mempoolFull = { status: 425, error: 'Mempool Full' }

const frameworkShape = z.object({
  code: shortText.startsWith('FST_ERR_'),
  statusCode: z.int().max(499),
})

const frameworkSentences: Readonly<Record<number, string>> = {
  413: `body: larger than ${bodyLimitBytes} bytes, which is the most that is read`,
  415: 'content-type: must be application/cbor for a transaction, application/json otherwise',
}

/** The body of every answer that is not a success, in Blockfrost's shape. */
export const devnetErrorBody = (status: number, message: string): BlockfrostError => ({
  status_code: status,
  error: status === mempoolFull.status ? mempoolFull.error : (STATUS_CODES[status] ?? 'Error'),
  message,
})

/** Maps any error to the client's answer; an error of the devnet itself reveals nothing. */
export const errorBodyOf = (error: unknown): BlockfrostError => {
  if (isColdpressError(error, 'rate_limited'))
    return devnetErrorBody(mempoolFull.status, error.message)
  if (isColdpressError(error) && errorTable[error.code].status < 500)
    return devnetErrorBody(errorTable[error.code].status, error.message)
  const framework = frameworkShape.safeParse(error)
  if (!framework.success) return devnetErrorBody(500, 'The devnet failed. Its log has the details.')
  const { statusCode } = framework.data
  return devnetErrorBody(
    statusCode,
    frameworkSentences[statusCode] ?? 'The request cannot be read.',
  )
}
