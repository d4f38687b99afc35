import { create, type KuboRPCClient } from 'kubo-rpc-client'
import { ColdpressError, messageOf } from '#shared/errors.ts'
import { Cid, cidObject, sameContent } from '#core/content/cid.ts'
import type { ContentStore } from '#core/content/store.ts'
import type { Secret } from '#core/secret/secret.ts'
import { Deadline } from './deadline.ts'
import { kuboError, isNotPinnedError } from './kubo-error.ts'
import type { Pinner } from '../pinner.ts'

export type KuboOptions = {
  /** The service's name for messages; default `kubo`. */
  readonly name?: string
  /** Of the RPC interface, `http://127.0.0.1:5001` or `https://rpc.filebase.io`; `/api/v0` is added when there is no path. */
  readonly url: string
  /** Sent as a bearer token; a text that starts with `Basic ` or `Bearer ` is sent as it is. */
  readonly token?: Secret
  readonly store: Pick<ContentStore, 'read' | 'recover'>
  /** Longest time without progress, in upload or answer. Default one minute. */
  readonly timeoutMs?: number
}

/** The empty file: any service can answer whether it has it. */
const emptyFile = Cid('QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')

/**
 * Pins with a Kubo node, or a service that speaks Kubo's RPC interface.
 * @throws ColdpressError `invalid` when the address or the token cannot be used at all.
 */
export const createKuboPinner = (options: KuboOptions): Pinner => {
  const { store, token, timeoutMs = 60_000 } = options
  const url = readAddress(options.url)
  token?.use(checkToken)
  const service = `The IPFS service at ${url.origin}`

  const exchange = async <T>(
    signal: AbortSignal,
    work: (client: KuboRPCClient, deadline: Deadline) => Promise<T>,
  ): Promise<T> => {
    const deadline = new Deadline(timeoutMs, signal)
    try {
      deadline.signal.throwIfAborted()
      // A client for each exchange, so that the token's text does not outlive it. As an option of
      // a single call the library would also write the headers into the address.
      return await work(create({ url, headers: authorization(token) }), deadline)
    } catch (error) {
      throw kuboError(error, service, deadline, (text) => withoutToken(text, token))
    } finally {
      deadline.clear()
    }
  }

  const isPinned = (cid: Cid, signal: AbortSignal): Promise<boolean> =>
    exchange(signal, async (client, deadline) => {
      try {
        const pins = client.pin.ls({
          paths: cidObject(cid),
          type: 'recursive',
          signal: deadline.signal,
        })
        for await (const pin of pins) if (sameContent(pin.cid.toString(), cid)) return true
        return false
      } catch (error) {
        if (isNotPinnedError(error)) return false
        throw error
      }
    })

  return {
    name: options.name ?? 'kubo',
    isPinned,
    async pin(cid, signal) {
      if (await isPinned(cid, signal)) return
      if ((await store.recover(cid)) === undefined) throw missing(cid)
      const given = await exchange(signal, (client, deadline) =>
        upload(client, store, cid, deadline),
      )
      if (!sameContent(given, cid)) throw foreign(service, cid, given)
    },
    // The version is returned without credentials; a list of pins is not.
    async test(signal) {
      await isPinned(emptyFile, signal)
    },
  }
}

/**
 * Sends the file while reading it: the library asks for the next piece when the service has room.
 * @returns the CID that the service answered.
 */
const upload = async (
  client: KuboRPCClient,
  store: Pick<ContentStore, 'read'>,
  cid: Cid,
  deadline: Deadline,
): Promise<string> => {
  const source = store.read(cid)
  let unread: ColdpressError | undefined
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        deadline.progress()
        yield chunk
      }
    } catch (error) {
      unread = unreadable(cid, error)
      throw error
    }
    deadline.progress()
  }
  try {
    // All parameters that affect the CID are stated, because defaults differ between services.
    const { cid: given } = await client.add(body(), {
      cidVersion: 0,
      rawLeaves: false,
      chunker: 'size-262144',
      pin: true,
      signal: deadline.signal,
    })
    return given.toString()
  } catch (error) {
    // When its source fails, the library throws an abort without the reason.
    throw deadline.ended === undefined ? (unread ?? error) : error
  } finally {
    source.destroy()
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
  return { authorization: /^(?:Basic|Bearer) /.test(text) ? text : `Bearer ${text}` }
}

const withoutToken = (text: string, token: Secret | undefined): string =>
  token === undefined ? text : text.replaceAll(token.text(), '[redacted]')

const missing = (cid: Cid): ColdpressError =>
  new ColdpressError(
    'not_found',
    `${cid} is not in the content store, or its file is damaged. Add the file again.`,
    { details: { cid } },
  )

const unreadable = (cid: Cid, cause: unknown): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `The stored file of ${cid} could not be read to its end (${messageOf(cause)}). Check the disk, then add the file again.`,
    { details: { cid }, cause },
  )

const foreign = (service: string, cid: Cid, given: string): ColdpressError =>
  new ColdpressError(
    'service_error',
    `${service} stored ${cid} under another name, ${given}: what is pinned is not what would be minted. Use another service.`,
    { details: { rule: 'foreign_cid', cid, given } },
  )
