import { z } from 'zod'
import { longText, shortText } from '../bounds/bounded.ts'
import { ColdpressError, type ErrorDetails, messageOf } from './errors.ts'
import { serviceReason } from './service-details.ts'

/** An error as a database stores it: what a person may read of it later. */
export const errorRecord = z.object({
  code: shortText,
  message: longText,
  /** What a service answered, in its own words. */
  details: z
    .object({ operation: shortText, status: z.int(), reason: longText.optional() })
    .optional(),
})
export type ErrorRecord = z.output<typeof errorRecord>

export const errorRecordOf = (error: unknown): ErrorRecord => ({
  code: error instanceof ColdpressError ? error.code : 'internal',
  message: messageOf(error),
  ...(error instanceof ColdpressError ? recordedDetails(error.details) : {}),
})

/** The service's own words with their call. */
const recordedDetails = (details: ErrorDetails): Pick<ErrorRecord, 'details'> => {
  const { operation, status, reason } = details
  if (typeof operation !== 'string' || typeof status !== 'number') return {}
  return {
    details: { operation, status, ...(typeof reason === 'string' ? { reason } : {}) },
  }
}

/** The message, and the service's own words where it does not quote them. */
export const recordText = ({ message, details }: ErrorRecord): string => {
  const reason = serviceReason(details ?? {}, message)
  return reason === undefined ? message : `${message} The service said: ${reason}`
}
