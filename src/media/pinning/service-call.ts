import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { jsonOf } from '#values/text/json-of.ts'
import { readRetryAfter } from '#values/addresses/retry-after.ts'
import { plainText } from '#platform/http/redact.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { Deadline } from '#platform/http/deadline.ts'
import { sendRequest } from '#platform/http/outgoing/send.ts'
import { formHeaders, type Multipart, streamed } from './multipart.ts'
import { failedService, lostAnswer, type Meaning, meaningOf, unexplained } from './service-error.ts'
import type { CallTurn, TokenBucket } from '#platform/http/token-bucket.ts'

export type PinServiceOptions = {
  /** For messages. */
  readonly service: string
  readonly secret: Secret
  /** The header that authenticates a call. */
  readonly header: (secret: string) => Readonly<Record<string, string>>
  readonly bucket: TokenBucket
  /** Longest time without progress. */
  readonly timeoutMs: number
}

export type ServiceCall = {
  /** For errors, such as `POST /pins`. */
  readonly operation: string
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: Multipart
  readonly signal: AbortSignal
}

export type PinService = {
  readonly service: string
  /** The parsed answer; undefined for a status among `absent`. @throws ColdpressError */
  readonly call: <T>(
    call: ServiceCall,
    shape: z.ZodType<T>,
    absent?: readonly number[],
  ) => Promise<T | undefined>
  /** The headers of an answer that says all in them; undefined for a status among `absent`. */
  readonly headers: (call: ServiceCall, absent?: readonly number[]) => Promise<Headers | undefined>
  /** Passes on the bytes of an answer. */
  readonly read: <T>(
    call: ServiceCall,
    take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
  ) => Promise<T>
}

const longestAnswer = 1024 * 1024

/** Calls of a pinning service over HTTP, at the rate that it allows. */
export const createPinService = (options: PinServiceOptions): PinService => {
  const { service, secret, bucket, timeoutMs } = options

  const exchange = async <T>(
    { method, url, headers, json, form, signal }: ServiceCall,
    evaluate: (response: Response, turn: CallTurn, deadline: Deadline) => Promise<T>,
  ): Promise<T> => {
    const turn = await bucket.take(signal)
    const deadline = new Deadline(timeoutMs, signal)
    const text = secret.text()
    try {
      deadline.signal.throwIfAborted()
      const response = await sendRequest(url, {
        method,
        headers: {
          accept: 'application/json',
          ...headers,
          ...options.header(text),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(form === undefined ? {} : formHeaders(form)),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        ...(form === undefined ? {} : streamed(form, deadline)),
        signal: deadline.signal,
      })
      deadline.progress()
      return await evaluate(response, turn, deadline)
    } catch (error) {
      throw lost(error, service, deadline)
    } finally {
      deadline.clear()
    }
  }

  const refuse = async (
    response: Response,
    turn: CallTurn,
    operation: string,
  ): Promise<ColdpressError> => {
    const said = (await response.text().catch(() => '')).slice(0, longestAnswer)
    const retryAfterMs = readRetryAfter(response.headers, new Date())
    const { status } = response
    if (status === 429 || status === 425) bucket.refused(turn, retryAfterMs)
    const reason = plainText(reasonIn(said), [secret.text()])
    const details = {
      operation,
      status,
      reason,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }
    return failedService(hostedMeaningOf(status), service, details)
  }

  /** Evaluates an answer that is no refusal; undefined for a status among `absent`. */
  const sendUnlessAbsent = <T>(
    call: ServiceCall,
    absent: readonly number[],
    evaluate: (response: Response) => Promise<T>,
  ): Promise<T | undefined> =>
    exchange(call, async (response, turn) => {
      if (absent.includes(response.status)) {
        await response.body?.cancel()
        return undefined
      }
      if (!response.ok) throw await refuse(response, turn, call.operation)
      return await evaluate(response)
    })

  return {
    service,
    call: (call, shape, absent = []) =>
      sendUnlessAbsent(call, absent, async (response) => {
        const text = (await response.text()).slice(0, longestAnswer)
        const parsed = shape.safeParse(jsonOf(text))
        if (parsed.success) return parsed.data
        throw errorBy(
          pinErrors,
          'bad_answer',
          {
            operation: call.operation,
            status: response.status,
            reason: plainText(text, [secret.text()]),
          },
          `${service} gave no usable answer.`,
        )
      }),
    headers: (call, absent = []) =>
      sendUnlessAbsent(call, absent, async (response) => {
        await response.body?.cancel()
        return response.headers
      }),
    read: (call, take) =>
      exchange(call, async (response, turn, deadline) => {
        if (!response.ok || response.body === null)
          throw await refuse(response, turn, call.operation)
        return await take(deadline.progressing(response.body))
      }),
  }
}

const errorShapes = z.union([
  z.object({ error: z.object({ reason: longText, details: longText.optional() }) }),
  z.object({ error: z.object({ message: longText }) }),
  z.object({ message: longText }),
  z.object({ error: longText }),
])

/** The sentence in an error of one of the services, else the whole text. */
const reasonIn = (text: string): string => {
  const parsed = errorShapes.safeParse(jsonOf(text))
  if (!parsed.success) return text
  const { data } = parsed
  if ('message' in data) return data.message
  if (typeof data.error === 'string') return data.error
  if ('message' in data.error) return data.error.message
  const { reason, details } = data.error
  return details === undefined ? reason : `${reason}: ${details}`
}

const lost = (error: unknown, service: string, deadline: Deadline): unknown => {
  if (error instanceof ColdpressError) return error
  const known = lostAnswer(error, service, deadline)
  if (known !== undefined) return known
  // fetch's errors may hold headers, so they never become a cause
  return error instanceof TypeError
    ? new ColdpressError(
        'unreachable',
        `${service} cannot be reached. Check its address and the connection.`,
      )
    : error
}

const hostedMeaningOf = (status: number): Meaning => {
  if (status === 401 || status === 403)
    return {
      code: 'unauthorized',
      sentence: 'refused the key. Check it, or make a new one.',
    }
  if (status === 402 || status === 409)
    return {
      code: 'service_error',
      sentence: 'says that the quota of the account is used up. Make room there, then go on.',
      final: 'place',
    }
  if (status === 418)
    return {
      code: 'rate_limited',
      sentence: 'has blocked this computer for too many calls. Wait, then go on.',
      final: 'place',
    }
  if (status === 425) return { code: 'rate_limited', sentence: 'asks to wait. Try again later.' }
  const common = meaningOf(status)
  if (common !== undefined) return common
  if (status >= 500) return unexplained
  return {
    code: 'service_error',
    sentence: 'refused the call. Its own words are in the details.',
    final: 'place',
  }
}
