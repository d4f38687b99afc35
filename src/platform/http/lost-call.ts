import { isOffline, offlineError } from '../offline/offline.ts'
import { cancelled, type RequestError } from './retry.ts'

/** The subject of an error. Reads change nothing, whether they arrived or not. */
export type CallSubject = {
  readonly operation: string
  readonly changes: boolean
  /** The service's name for a person. */
  readonly peer: 'service' | 'gateway'
}

/** TLS errors: nothing was sent, and the next attempt would get the same certificate. */
const tlsCode = /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/u

const tlsFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is self-signed and unknown here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is unknown here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is unknown here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
}

/** Why a certificate was not accepted; undefined for any other error. */
export const tlsFault = (cause: unknown): string | undefined => {
  const code = textField(cause, 'code') ?? ''
  if (code === 'EPROTO' || code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'the server does not speak TLS there'
  return tlsCode.test(code) ? (tlsFaults[code] ?? code) : undefined
}

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/**
 * The error of a call without a complete answer. Only codes of fetch's errors are kept: the errors
 * may contain headers and parts of the answer, so they never become a cause.
 */
export const lostCall = (
  subject: CallSubject,
  thrown: unknown,
  signal?: AbortSignal,
): RequestError => {
  if (isOffline()) return neverSent()
  const networkFailure = networkFailureOf(thrown)
  const details = {
    operation: subject.operation,
    ...(networkFailure.code === undefined ? {} : { networkCode: networkFailure.code }),
  }
  const mayHaveArrived = subject.changes && !networkFailure.neverSent
  if (signal?.aborted === true) return { ...cancelled, details, mayHaveArrived, transient: false }
  if (networkFailure.timedOut) {
    return {
      code: 'timeout',
      message: `The ${subject.peer} did not answer in time. Check this computer's internet connection, then try again.`,
      details,
      mayHaveArrived,
      transient: true,
    }
  }
  const tls = networkFailure.code !== undefined && tlsCode.test(networkFailure.code)
  return {
    code: 'unreachable',
    message: tls
      ? `The certificate of the ${subject.peer} is not accepted: ${tlsFault(networkFailure) ?? 'it is not valid'}. Check its base URL and this computer's clock.`
      : `${lostSentence(subject.peer, networkFailure.code)}, then try again.`,
    details: { ...details, misdirected: subject.peer },
    mayHaveArrived,
    transient: !tls,
  }
}

/** The code of the operating system is a detail: it means nothing to most people. */
const lostSentence = (peer: CallSubject['peer'], code: string | undefined): string => {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The address of the ${peer} was not found. Check its base URL and this computer's internet connection`
  return code === 'ECONNREFUSED'
    ? `Nothing answers at the address of the ${peer}. Check its base URL, and that the ${peer} is running`
    : `The connection to the ${peer} failed. Check its base URL and this computer's internet connection`
}

/** No attempt of this process can reach anybody. */
const neverSent = (): RequestError => {
  const { code, message, details } = offlineError()
  return { code, message, details, mayHaveArrived: false, transient: false }
}

type NetworkFailure = {
  readonly code: string | undefined
  readonly timedOut: boolean
  /** The connection was never established, so nothing was sent. */
  readonly neverSent: boolean
}

const networkFailureOf = (thrown: unknown): NetworkFailure => {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  const code = textField(cause, 'code')
  const tried = cause instanceof AggregateError ? cause.errors : [cause]
  return {
    code,
    timedOut: textField(cause, 'name') === 'TimeoutError' || timeoutCodes.has(code ?? ''),
    neverSent: tried.length > 0 && tried.every(isBeforeSending),
  }
}

const isBeforeSending = (error: unknown): boolean => {
  const code = textField(error, 'code') ?? ''
  const syscall = textField(error, 'syscall') ?? ''
  return (
    ['connect', 'getaddrinfo'].includes(syscall) ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    tlsCode.test(code)
  )
}

const textField = (value: unknown, field: 'code' | 'name' | 'syscall'): string | undefined => {
  if (typeof value !== 'object' || value === null || !(field in value)) return undefined
  const found: unknown = Reflect.get(value, field)
  return typeof found === 'string' ? found : undefined
}
