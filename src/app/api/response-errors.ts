import type { ErrorCode } from '#values/errors/errors.ts'
import { anyErrorBody } from '#contract/error-body.ts'
import { ruleDetails } from '#contract/rule-headers.ts'
import type { Subject } from '#platform/http/exchange.ts'
import { redact } from '#platform/http/redact.ts'
import type { RequestError } from '#platform/http/retry.ts'
import type { operations } from './operations.ts'

type OperationName = keyof typeof operations

/** An answer as far as an error needs it. `json` is undefined when the body is not JSON. */
export type ErrorResponse = {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
  readonly isOwnStudio: boolean
}

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  410: 'not_found',
  413: 'too_large',
  415: 'unsupported_media',
  423: 'vault_locked',
  429: 'rate_limited',
  501: 'not_implemented',
}

const advice: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthorized: "Check the account's API key and app ID.",
  forbidden: "Check that the account's base URL is that of version 1 of the service.",
  rate_limited: 'Wait, then run it again.',
  service_error: 'Try again later. If it happens again, contact the service with the request ID.',
}

const transientStatuses = new Set([408, 429, 500, 502, 503, 504])

const codeOfStatus = (status: number): ErrorCode =>
  codes[status] ?? (status >= 500 ? 'service_error' : 'invalid')

/** The service's own sentence, in either error shape. */
const sentenceOf = (json: unknown): { message?: string; requestId?: string | undefined } => {
  const read = anyErrorBody.safeParse(json)
  if (!read.success) return {}
  const { message } = read.data
  return 'request_id' in read.data ? { message, requestId: read.data.request_id } : { message }
}

/** What the user wanted when a call fails, as the rest of "The service could not …". */
const actions: Readonly<Record<OperationName, string>> = {
  createCollection: 'create the collection',
  collections: 'list the collections',
  getCollection: 'show the collection',
  updateCollection: 'change the collection',
  deleteCollection: 'delete the collection',
  deleteWithMinted: 'delete the collection with its minted tokens',
  exportPolicy: 'export the policy',
  addTokens: 'add the tokens',
  tokens: 'list the tokens',
  getToken: 'show the token',
  updateToken: 'change the token',
  deleteToken: 'delete the token',
  createMint: 'create the mint',
  rebuildMint: 'build the mint again',
  estimateMint: 'estimate the mint',
  createBurn: 'create the burn',
  estimateBurn: 'estimate the burn',
  mints: 'list the mints',
  getMint: 'show the mint',
  getMintParents: "show the parents of the mint's inputs",
  addWitnesses: 'add the witnesses',
  releaseMint: 'release the mint',
  cancelMint: 'cancel the mint',
  getGatewayUse: 'use of the gateway',
  getFunding: 'show the payment address',
  withdraw: 'withdraw the funds',
  getRoyalty: 'show the royalty',
  confirmRoyalty: 'confirm the royalty',
  mintRoyalty: 'mint the royalty token',
  createSale: 'create the sale',
  sales: 'list the sales',
  getSale: 'show the sale',
  cancelSale: 'cancel the sale',
  resolveSale: 'resolve the sale',
  saleRounds: 'list the signing rounds',
  getSaleRound: 'show the signing round',
  createSaleRound: 'build the signing round',
  withdrawSaleRound: 'withdraw the signing round',
  unknownPayments: 'list the payments without a sale',
  refundUnknown: 'give back a payment without a sale',
  events: 'list the events',
  createWebhook: 'create the webhook',
  webhooks: 'list the webhooks',
  getWebhook: 'show the webhook',
  updateWebhook: 'change the webhook',
  deleteWebhook: 'delete the webhook',
  testWebhook: 'test the webhook',
  deliveries: 'list the deliveries',
  getDelivery: 'show the delivery',
  resendDelivery: 'send the delivery again',
}

const isOperation = (name: string): name is OperationName => Object.hasOwn(actions, name)

/** An answer whose status says that the call failed: the one place that words it for a person. */
export const responseError = (
  { operation, changes, secrets }: Subject,
  answer: ErrorResponse,
  retryAfterMs: number | undefined,
): RequestError => {
  const { status, headers } = answer
  const code = codeOfStatus(status)
  const { message, requestId = requestIdOf(headers) } = sentenceOf(answer.json)
  const reason = message === undefined ? undefined : redact(message, secrets)
  const own = answer.isOwnStudio && status < 500 ? ownSentence(reason) : undefined
  return {
    code,
    message: [own?.whole ?? serviceSentence(operation, status, reason), advice[code]]
      .filter((part) => part !== undefined)
      .map(withPeriod)
      .join(' '),
    details: {
      operation,
      status,
      ...(reason === undefined ? {} : { reason }),
      ...(requestId === undefined ? {} : { requestId: redact(requestId, secrets) }),
      ...(own === undefined ? {} : { sentence: own.withoutField }),
      ...ruleDetails(headers),
    },
    mayHaveArrived: changes && (status === 408 || (status >= 500 && status !== 501)),
    transient: transientStatuses.has(status),
    retryAfterMs,
  }
}

const withPeriod = (sentence: string): string =>
  /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`

const serviceSentence = (operation: string, status: number, reason: string | undefined): string => {
  const action = isOperation(operation) ? actions[operation] : 'do this'
  return `The service could not ${action}: ${reason ?? `it gave no readable reason (status ${status})`}`
}

/** Fewer words behind the name of a field, such as "below 60", mean nothing without it. */
const leastWords = 5

/**
 * A reason of the own studio that is a sentence for a person. `withoutField` leaves out the field of
 * the request, which the window does not name. `whole` is undefined where the reason starts with
 * one: the command line names the option of that field.
 */
const ownSentence = (
  reason: string | undefined,
): { readonly whole?: string; readonly withoutField: string } | undefined => {
  const read = /^(?<field>[a-z_]+: )?(?<words>.+)$/su.exec(reason ?? '')?.groups
  const words = read?.['words'] ?? ''
  // Several reasons, or one about a part of a field, as `tokens[3].name: too long`.
  const isList = /(?:^|; )[\w.[\]]+: /u.test(words)
  if (isList || words.split(' ').length < leastWords) return undefined
  const withoutField = withPeriod(`${words.charAt(0).toUpperCase()}${words.slice(1)}`)
  return read?.['field'] === undefined ? { whole: withoutField, withoutField } : { withoutField }
}

const requestIdOf = (headers: Headers): string | undefined =>
  headers.get('x-request-id') ?? headers.get('x-amzn-requestid') ?? undefined

/** An answer with an unexpected format; sending the call again would not help. */
export const malformedResponse = (
  subject: Subject,
  status: number,
  what: string,
): RequestError => ({
  code: 'service_error',
  message: `The service answered with an unexpected format: ${redact(what, subject.secrets)}. Check that the base URL is that of a minting service.`,
  details: { operation: subject.operation, status },
  mayHaveArrived: subject.changes,
  transient: false,
})
