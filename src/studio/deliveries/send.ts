import type { Readable } from 'node:stream'
import { messageOf, isColdpressError, ColdpressError } from '#values/errors/errors.ts'
import { CheckedAgent } from '#platform/http/outgoing/dispatcher.ts'
import { networkReason } from '../network-reason.ts'
import { callbackUrlError, callbackAddressError } from './callback-address.ts'

/** The result of one attempt. */
export type Outcome = {
  /** Null without a response. */
  readonly status: number | null
  readonly durationMs: number
  readonly bodyStart: string
  /** Why the attempt failed. */
  readonly error: string | null
}

export type SignedMessage = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export type Sender = {
  /** Undefined when `close` aborted it: whether it arrived is unknown then. */
  readonly send: (message: SignedMessage) => Promise<Outcome | undefined>
  /** Aborts running attempts. */
  close(): Promise<void>
}

/** Bytes read of a response. */
const maxRead = 1024
/** Time limit for the body: it is only shown; the status decides. */
const bodyMs = 1_000

/** Sends deliveries. One time limit covers the whole attempt: name lookup, headers and body. */
export const createSender = (limitMs: number): Sender => {
  const addressError = (address: string): Error | undefined => {
    const reason = callbackAddressError(address)
    return reason === undefined ? undefined : new ColdpressError('invalid', reason)
  }
  const agent = new CheckedAgent({ addressError, timeoutMs: limitMs, answerMs: limitMs })
  const underWay = new Set<AbortController>()
  let closed = false
  return {
    send: async (message) => {
      if (closed) return undefined
      const control = new AbortController()
      const timer = setTimeout(() => control.abort(), limitMs)
      underWay.add(control)
      const started = performance.now()
      const answer = await exchange(agent, message, control.signal).catch((error: unknown) => ({
        status: null,
        bodyStart: '',
        error: control.signal.aborted ? tooLate(limitMs) : reasonOf(error),
      }))
      clearTimeout(timer)
      underWay.delete(control)
      if (closed && answer.status === null) return undefined
      return { ...answer, durationMs: Math.round(performance.now() - started) }
    },
    close: async () => {
      closed = true
      for (const control of underWay) control.abort()
      await agent.destroy()
    },
  }
}

const exchange = async (
  agent: CheckedAgent,
  { url, headers, body }: SignedMessage,
  signal: AbortSignal,
): Promise<Omit<Outcome, 'durationMs'>> => {
  const error = callbackUrlError(url)
  if (error !== undefined) throw new ColdpressError('invalid', `the callback URL ${error}`)
  const answer = await agent.ask(url, { method: 'POST', signal, headers, body })
  const bodyStart = await startOf(answer.body)
  const status = answer.statusCode
  return { status, bodyStart, error: statusError(status) }
}

/**
 * The start of a body within the time limit. Leaving the loop destroys the body and closes its
 * connection.
 */
const startOf = async (body: Readable): Promise<string> => {
  const pieces: Uint8Array[] = []
  let length = 0
  const timer = setTimeout(() => body.destroy(), bodyMs)
  try {
    for await (const piece of body) {
      pieces.push(piece)
      length += piece.length
      if (length >= maxRead) break
    }
  } catch {
    // The receiver has responded already; an error in the rest changes nothing.
  } finally {
    clearTimeout(timer)
  }
  const start = Buffer.concat(pieces).subarray(0, maxRead)
  // Drops a character cut at the end; shows bytes that are not text as replacement characters.
  return new TextDecoder().decode(start, { stream: true }).replaceAll('\u0000', '\uFFFD')
}

const statusError = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) {
    return `the receiver answered ${status}, a redirect, and none is followed: give the webhook the address that it leads to`
  }
  return `the receiver answered ${status}`
}

const tooLate = (limitMs: number): string => `no answer within ${limitMs / 1000} seconds`

const reasonOf = (error: unknown): string => {
  if (isColdpressError(error)) return messageOf(error)
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause)
  return `the receiver could not be reached: ${networkReason(error)}`
}
