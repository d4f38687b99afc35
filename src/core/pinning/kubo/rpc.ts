import { create, type KuboRPCClient } from 'kubo-rpc-client'
import { ColdpressError } from '#shared/errors.ts'
import type { Secret } from '#core/secret/secret.ts'
import { Deadline } from '#core/http/deadline.ts'
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
}

/** @throws ColdpressError `invalid` when the address or the token cannot be used at all */
export const createRpc = ({ url: text, token, timeoutMs }: RpcOptions): Rpc => {
  const url = readAddress(text)
  token?.use(checkToken)
  const service = `The IPFS service at ${url.origin}`
  return {
    service,
    url: url.href.replace(/\/$/u, ''),
    exchange: async (operation, signal, work) => {
      const deadline = new Deadline(timeoutMs, signal)
      try {
        deadline.signal.throwIfAborted()
        // A client for each exchange, so that the token's text does not outlive it. As an option of
        // a single call the library would also write the headers into the address.
        return await work(create({ url, headers: authorization(token) }), deadline)
      } catch (error) {
        const hide = (said: string): string => withoutToken(said, token)
        throw kuboError(error, { service, operation, deadline, hide })
      } finally {
        deadline.clear()
      }
    },
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
