import { create, type KuboRPCClient } from 'kubo-rpc-client'
import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { readBoundedText } from '#platform/http/bounded-text.ts'
import { Deadline } from '#platform/http/deadline.ts'
import { requireHostName } from '#platform/http/outgoing/host-name.ts'
import { sendsOfLibrary, sendRequest } from '#platform/http/outgoing/send.ts'
import { formHeaders, type Multipart, streamed } from '../multipart.ts'
import { kuboError } from './kubo-error.ts'

export type RpcOptions = {
  /** `http://127.0.0.1:5001` or `https://rpc.filebase.io`; `/api/v0` is added when there is no path. */
  readonly url: string
  /** Sent as a bearer token; `user:password`, and a text that starts with `Basic `, by HTTP's basic authentication. */
  readonly token: Secret | undefined
  /** Longest time without progress, in upload or answer. */
  readonly timeoutMs: number
}

export type Rpc = {
  /** The service's name for messages. */
  readonly service: string
  /** Of the address, without `/api/v0`. */
  readonly url: string
  /** One exchange. `operation` names its call for errors. @throws ColdpressError */
  readonly exchange: <T>(
    operation: string,
    signal: AbortSignal,
    work: (client: KuboRPCClient, deadline: Deadline) => Promise<T>,
  ) => Promise<T>
  /** The same with a form, sent as a stream. @returns what the service answered */
  readonly post: (
    operation: string,
    query: Readonly<Record<string, string>>,
    form: Multipart,
    signal: AbortSignal,
  ) => Promise<string>
}

/** @throws ColdpressError `invalid` when the address or the token cannot be used at all */
export const createRpc = ({ url: text, token, timeoutMs }: RpcOptions): Rpc => {
  const url = readAddress(text)
  token?.use(checkToken)
  const service = `The IPFS service at ${url.origin}`
  const within = async <T>(
    operation: string,
    signal: AbortSignal,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T> => {
    const deadline = new Deadline(timeoutMs, signal)
    try {
      deadline.signal.throwIfAborted()
      return await work(deadline)
    } catch (error) {
      const hide = (said: string): string => withoutToken(said, token)
      throw kuboError(error, { service, operation, deadline, hide })
    } finally {
      deadline.clear()
    }
  }
  return {
    service,
    url: url.href.replace(/\/$/u, ''),
    // A client for each exchange, so that the token's text does not outlive it. As an option of
    // a single call the library would also write the headers into the address.
    exchange: (operation, signal, work) =>
      sendsOfLibrary(() =>
        within(operation, signal, (deadline) =>
          work(create({ url, headers: authorization(token) }), deadline),
        ),
      ),
    post: (operation, query, form, signal) =>
      within(operation, signal, async (deadline) => {
        const response = await sendRequest(addressOf(url, operation, query), {
          method: 'POST',
          headers: { ...authorization(token), ...formHeaders(form) },
          ...streamed(form, deadline),
          signal: deadline.signal,
        })
        deadline.progress()
        const said = (await readBoundedText(response, longestAnswer)) ?? ''
        if (!response.ok) throw Object.assign(new Error(messageIn(said) ?? said), { response })
        // after a status of 200 a failure in the middle is a line of its own
        const failure = said
          .split('\n')
          .map(messageIn)
          .find((line) => line !== undefined)
        if (failure !== undefined) throw new Error(failure)
        return said
      }),
  }
}

/** Of one file the answer is a line; a node may name its blocks too. */
const longestAnswer = 1024 * 1024

/** As the library does: without a path, the interface is at its usual one. */
const addressOf = (url: URL, operation: string, query: Readonly<Record<string, string>>): URL => {
  const address = new URL(url)
  address.pathname = `${url.pathname === '/' ? '/api/v0' : url.pathname}/${operation}`
  address.search = new URLSearchParams(query).toString()
  return address
}

const kuboMessage = z.object({ Message: longText })

const messageIn = (said: string): string | undefined => {
  try {
    return kuboMessage.parse(JSON.parse(said)).Message
  } catch {
    return undefined
  }
}

const readAddress = (text: string): URL => {
  const url = URL.parse(text)
  const usable =
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === ''
  if (!usable) {
    throw new ColdpressError(
      'invalid',
      'The address of the IPFS service must be an http or https URL without name and password. Give the access token apart.',
    )
  }
  requireHostName(url)
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

/** A header takes printable ASCII; anything else would be quoted in a library's error. */
const checkToken = (bytes: Uint8Array): void => {
  if (bytes.length === 0 || bytes.some((byte) => byte < 0x20 || byte > 0x7e)) {
    throw new ColdpressError(
      'invalid',
      'The access token of the IPFS service is empty or has characters that no token has. Copy it again, without line ends.',
    )
  }
}

const authorization = (token: Secret | undefined): Record<string, string> => {
  if (token === undefined) return {}
  const text = token.text()
  if (/^(?:Basic|Bearer) /u.test(text)) return { authorization: text }
  // No bearer token has a colon (RFC 6750, section 2.1).
  return text.includes(':')
    ? { authorization: `Basic ${Buffer.from(text).toString('base64')}` }
    : { authorization: `Bearer ${text}` }
}

const withoutToken = (text: string, token: Secret | undefined): string =>
  token === undefined ? text : text.replaceAll(token.text(), '[redacted]')
