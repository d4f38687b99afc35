import { describeIssues } from '#values/errors/issues.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { idsIn, type Operation } from '#contract/operation.ts'
import {
  exchange,
  failed,
  type Received,
  type ErrorSubject,
  answerTooLarge,
  type WhyDown,
} from '#platform/http/exchange.ts'
import { pathSegment } from '#platform/http/path-segment.ts'
import {
  type Attempt,
  type RequestError,
  type RetryPolicy,
  withRetries,
} from '#platform/http/retry.ts'

/** A service, and how what is particular to it is done. */
export type HttpLink = {
  /** What the path of every operation follows. */
  readonly base: string
  /** Header names with the secrets that authenticate a call; asked for at each request. */
  readonly credentials: () => Readonly<Record<string, string>>
  /** Of one attempt, in addition to the time that sending its body may take. */
  readonly timeoutMs: number
  readonly retry: RetryPolicy
  /** Ends every call. */
  readonly signal: AbortSignal | undefined
  readonly whyDown: WhyDown | undefined
  /** Sends when it is this call's turn. */
  readonly inTurn: (
    send: () => Promise<Attempt<unknown>>,
    signal: AbortSignal | undefined,
  ) => Promise<Attempt<unknown>>
  /** The error that an answer is; undefined for a success. */
  readonly errorIn: (
    operation: Operation,
    subject: ErrorSubject,
    answer: Received,
  ) => RequestError | undefined
  readonly malformed: (subject: ErrorSubject, status: number, what: string) => RequestError
}

/** One call of an operation. */
export type OperationCall = {
  readonly name: string
  readonly operation: Operation
  readonly ids: readonly string[]
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
}

/** A larger answer does not follow the interface: a page of 100 tokens is far smaller. */
export const maxAnswerBytes = 64 * 1024 * 1024

/** A connection slower than this cannot upload images in any case. */
const slowestBytesPerMs = 128

/**
 * Sends a call, again where that may help and cannot do harm, and reads its answer.
 * @throws ColdpressError `invalid` before anything is sent, and what the service's answers mean
 */
export const sendCall = async (link: HttpLink, call: OperationCall): Promise<unknown> => {
  const { method, request, idempotent } = call.operation
  const address = addressOf(link.base, call)
  const body =
    request === undefined ? undefined : JSON.stringify(checkInput(call.name, request, call.body))
  const signals = [link.signal, call.signal].filter((signal) => signal !== undefined)
  const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0]
  return withRetries(
    async (mayHaveArrived) => {
      const outcome = await link.inTurn(() => sendOnce(link, call, address, body, signal), signal)
      // The previous attempt deleted the object and its answer was lost.
      const isGone =
        method === 'DELETE' && mayHaveArrived && !outcome.ok && outcome.error.code === 'not_found'
      return isGone ? { ok: true, value: undefined } : outcome
    },
    { idempotent, policy: link.retry, signal },
  )
}

const sendOnce = (
  link: HttpLink,
  { name, operation }: OperationCall,
  url: string,
  body: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Attempt<unknown>> => {
  const { method } = operation
  const credentials = link.credentials()
  const subject: ErrorSubject = {
    operation: name,
    peer: 'service',
    changes: method !== 'GET',
    secrets: Object.values(credentials),
  }
  return exchange(
    {
      subject,
      method,
      url,
      credentials,
      ...(body === undefined ? {} : { body: { type: 'application/json', content: body } }),
      timeoutMs: link.timeoutMs + Math.ceil((body?.length ?? 0) / slowestBytesPerMs),
      maxAnswerBytes,
      signal,
      whyDown: link.whyDown,
    },
    (answer) => readAnswer(link, operation, subject, answer),
    link.malformed,
  )
}

const readAnswer = (
  link: HttpLink,
  operation: Operation,
  subject: ErrorSubject,
  answer: Received,
): Attempt<unknown> => {
  const { status, headers, text, json } = answer
  const malformed = (what: string) => failed(link.malformed(subject, status, what))
  if (status !== 204) {
    const error = link.errorIn(operation, subject, answer)
    if (error !== undefined) return failed(error)
    if (text === undefined) return malformed(answerTooLarge(maxAnswerBytes))
    if (json === undefined)
      return malformed(
        `something that is not JSON (${headers.get('content-type') ?? 'no content type'})`,
      )
  }
  // What a deletion answers is not needed, and some services answer nothing.
  if (status === 204 && operation.method === 'DELETE') return { ok: true, value: undefined }
  const read = (operation.reads ?? operation.response).safeParse(json)
  return read.success
    ? { ok: true, value: read.data }
    : malformed(`unexpected format: ${describeIssues(read.error)}`)
}

/** @throws ColdpressError `invalid`, which names the field; nothing was sent. */
export const checkInput = (
  name: string,
  schema: NonNullable<Operation['request']>,
  value: unknown,
): unknown => {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new ColdpressError('invalid', `${describeIssues(read.error)}. Nothing was sent.`, {
    details: { operation: name, mayHaveArrived: false, attempts: 0 },
  })
}

/** The address of a call: `<base><path>?<query>`, with the ids filled in. */
const addressOf = (
  base: string,
  { operation: { path }, ids, query = {} }: OperationCall,
): string => {
  const values = new Map(idsIn(path).map((name, index) => [name, ids[index] ?? '']))
  const filled = path.replaceAll(/:(\w+)/gu, (_, name: string) =>
    pathSegment(values.get(name) ?? '', name),
  )
  const search = new URLSearchParams(query).toString()
  return search === '' ? `${base}${filled}` : `${base}${filled}?${search}`
}
