import type { z } from 'zod'
import { ogmiosError, ogmiosResult } from '#contract/gateways/ogmios.ts'
import type { ErrorSubject } from '#platform/http/exchange.ts'
import { plainText } from '#platform/http/redact.ts'
import type { RequestError } from '#platform/http/retry.ts'
import { fetchRequired, order } from '../calls/calls.ts'
import type { Service } from '../calls/exchange.ts'
import type { ServerApi } from '../calls/server-api.ts'
import { numberedReason, rejectionError } from '../rejection.ts'

export const ogmiosApi: ServerApi = {
  secret: { name: 'key', header: 'authorization' },
  checkAddress: 'Check that the address is that of Ogmios, such as http://127.0.0.1:1337.',
  hasNotFound: false,
  hasLargeNumbers: true,
  errorIn: (subject, { json }) => errorIn(subject, json),
}

/** Ogmios lost the state that it was asked about, or the chain is between two eras; it passes. */
const passing: ReadonlySet<number> = new Set([2000, 2001, 2003])

/** JSON-RPC: the server does not have this method, so it is not Ogmios, or an early one. */
const noMethod = -32_601
/** The transaction cannot be read in any era. */
const unreadable = -32_602

/** The ledger's rules for submissions. */
const isLedgerRule = (code: number): boolean => code === unreadable || (code >= 3000 && code < 4000)

const errorIn = (subject: ErrorSubject, json: unknown): RequestError | undefined => {
  const read = ogmiosError.safeParse(json)
  if (!read.success) return undefined
  const { code, message, data } = read.data.error
  // Error 3997 has the node's own words in its data alone.
  const said = plainText(
    data === undefined ? message : `${message} ${JSON.stringify(data)}`,
    subject.secrets,
  )
  if (subject.changes && isLedgerRule(code))
    return rejectionError(subject.operation, numberedReason(said, code))
  const sentence = `The gateway could not ${subject.changes ? 'complete' : 'read'} the ${subject.operation}: ${said} (Ogmios error ${code}).`
  return {
    code: 'service_error',
    message: code === noMethod ? `${sentence} ${ogmiosApi.checkAddress}` : sentence,
    details: { operation: subject.operation, status: 400, ogmios_code: code, reason: said },
    mayHaveArrived: subject.changes,
    transient: passing.has(code),
  }
}

const question = (method: string, params: object | undefined) => ({
  jsonrpc: '2.0',
  method,
  ...(params === undefined ? {} : { params }),
})

/** Asks Ogmios one question. @param operation its name in messages */
export const askOgmios = async <T>(
  service: Service,
  ask: {
    readonly operation: string
    readonly method: string
    readonly params?: object
    readonly signal?: AbortSignal | undefined
  },
  result: z.ZodType<T>,
): Promise<T> => {
  const { operation, method, params, signal } = ask
  const asked = question(method, params)
  const read = { operation, path: '/', asked, signal }
  return (await fetchRequired(service, read, ogmiosResult(result))).result
}

/** Submits signed bytes, the same ones again as often as is sensible. */
export const submitToOgmios = async <T>(
  service: Service,
  cborHex: string,
  signal: AbortSignal | undefined,
  result: z.ZodType<T>,
): Promise<T> => {
  const call = { operation: 'submission', path: '/', isIdempotent: true, signal } as const
  const asked = question('submitTransaction', { transaction: { cbor: cborHex } })
  return (await order(service, call, asked, ogmiosResult(result))).result
}
