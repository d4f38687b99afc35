import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { messageOf, isColdpressError, ColdpressError } from '#shared/errors.ts'
import { guardedLookup } from '../guarded-lookup.ts'
import { callbackUrlError, callbackAddressError } from './callback-address.ts'

/** What came back of one attempt. */
export type Outcome = {
  /** Null where no answer came. */
  readonly status: number | null
  readonly durationMs: number
  readonly bodyStart: string
  /** Why it does not count as delivered. */
  readonly error: string | null
}

export type Message = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export type Sender = {
  /** Undefined when `close` gave it up: whether it arrived is not known then. */
  readonly send: (message: Message) => Promise<Outcome | undefined>
  /** Gives up what is under way. */
  close(): Promise<void>
}

/** Bytes of an answer that are read. */
const maxRead = 1024
/** How long the body is waited for: it is only shown, the status is the answer. */
const bodyMs = 1_000

/**
 * Sends deliveries. An attempt ends within the limit, whatever its receiver does: names that are
 * looked up slowly, headers or bodies that trickle, all count against the one limit.
 */
export const createSender = (limitMs: number): Sender => {
  const addressError = (address: string): Error | undefined => {
    const reason = callbackAddressError(address)
    return reason === undefined ? undefined : new ColdpressError('invalid', reason)
  }
  const agent = new Agent({
    connect: { lookup: guardedLookup(addressError), timeout: limitMs },
    headersTimeout: limitMs,
    bodyTimeout: limitMs,
  })
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
  agent: Agent,
  { url, headers, body }: Message,
  signal: AbortSignal,
): Promise<Omit<Outcome, 'durationMs'>> => {
  const error = callbackUrlError(url)
  if (error !== undefined) throw new ColdpressError('invalid', `the callback URL ${error}`)
  const answer = await request(url, { method: 'POST', dispatcher: agent, signal, headers, body })
  const bodyStart = await startOf(answer.body)
  const status = answer.statusCode
  return { status, bodyStart, error: statusError(status) }
}

/**
 * What comes of a body in its time. Leaving the loop destroys the body, and with it the connection,
 * before more of it comes.
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
    // The receiver has answered already: what becomes of the rest changes nothing.
  } finally {
    clearTimeout(timer)
  }
  const start = Buffer.concat(pieces).subarray(0, maxRead)
  // A character that is cut at the end is left out; what is no text shows as such.
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

/** A short code such as ECONNREFUSED; messages of the network layer may hold more than they should. */
const reasonOf = (error: unknown): string => {
  if (isColdpressError(error)) return messageOf(error)
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause)
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection'
  return `the receiver could not be reached (${code})`
}
