import type { ErrorDetails } from './errors.ts'

/** What a person may pass on to the operator of a service. */
export type ServiceDetails = {
  readonly operation?: unknown
  readonly status?: unknown
  readonly request_id?: unknown
  /** The code of the operating system, where there is no answer. */
  readonly network_code?: unknown
  /** What of the answer cannot be read. */
  readonly format?: unknown
  /** The service's own words. */
  readonly reason?: unknown
}

/** The details of an error that a service or gateway answered; none for any other error. */
export const serviceDetails = ({
  operation,
  status,
  requestId,
  reason,
  networkCode,
  format,
}: ErrorDetails): ServiceDetails =>
  operation === undefined || (status ?? networkCode) === undefined
    ? {}
    : { operation, status, request_id: requestId, reason, network_code: networkCode, format }

/** The service's own words, unless the sentence about them quotes them, or the error is of another kind. */
export const serviceReason = (details: ErrorDetails, sentence = ''): string | undefined => {
  const { reason } = serviceDetails(details)
  const isNew =
    typeof reason === 'string' && reason !== '' && !spoken(sentence).includes(spoken(reason))
  return isNew ? reason : undefined
}

/**
 * Coldpress shows a sentence of a service with a capital, a stop, and its own name of the field that it
 * begins with.
 */
const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[a-z_]+(?:\[\d+\]|\.\w+)*: /u, '')
    .replace(/\.$/u, '')

/** `createMint, status 409, request ID 7f3a`, or nothing for an error of another kind. */
export const detailsText = (details: ErrorDetails): string | undefined => {
  const {
    operation,
    status,
    request_id: requestId,
    network_code: code,
    format,
  } = serviceDetails(details)
  if (typeof operation !== 'string') return undefined
  return [
    operation,
    ...(typeof status === 'number' ? [`status ${status}`] : []),
    ...[code, format].filter((said) => typeof said === 'string'),
    ...(typeof requestId === 'string' ? [`request ID ${requestId}`] : []),
  ].join(', ')
}
