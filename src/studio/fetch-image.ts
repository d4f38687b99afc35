import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'
import { ColdpressError, isColdpressError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { guardedLookup } from './guarded-lookup.ts'
import { isBlockedAddress } from './blocked-address.ts'

/** Streams the bytes of an image on a web server; `take` reads them before the fetch ends. */
export type FetchImage = <T>(
  url: string,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
) => Promise<T>

export type ImageFetcher = { readonly fetchImage: FetchImage; close(): Promise<void> }

const invalid = (message: string): ColdpressError => new ColdpressError('invalid', message)

const globalUnicast = ipaddr.IPv6.parse('2000::')

/**
 * Whether an address is one of the public internet: not loopback, private, link-local, shared
 * (CGNAT), multicast, reserved, or one of these inside an IPv6 address, nor one that serves the
 * credentials of a cloud machine.
 */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text) || isBlockedAddress(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return !(address instanceof ipaddr.IPv6) || address.match(globalUnicast, 3)
}

/** A fetcher that connects only where `mayConnect` says so, and to no address that is always refused. */
export const createImageFetcher = (options: {
  readonly mayConnect: (address: string) => boolean
  readonly timeoutMs?: number
}): ImageFetcher => {
  const { timeoutMs = limits.fetchedImageMs } = options
  const mayConnect = (address: string) => !isBlockedAddress(address) && options.mayConnect(address)
  const addressError = (address: string) => (mayConnect(address) ? undefined : forbidden(address))
  const agent = new Agent({ connect: { lookup: guardedLookup(addressError) } })
  return {
    fetchImage: async (url, take) => {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await follow(new URL(url), { agent, signal, mayConnect }, take)
      } catch (error) {
        if (signal.aborted) throw invalid(`not fetched within ${timeoutMs / 1000} seconds`)
        throw isColdpressError(error) ? error : invalid(`could not be fetched (${reasonOf(error)})`)
      }
    },
    close: () => agent.destroy(),
  }
}

const forbidden = (address: string): ColdpressError =>
  invalid(
    isBlockedAddress(address)
      ? `leads to ${address}, where no image is served`
      : `leads to ${address}, a private or loopback address, which this studio does not permit`,
  )

type Way = {
  readonly agent: Agent
  readonly signal: AbortSignal
  readonly mayConnect: (address: string) => boolean
}

const follow = async <T>(
  start: URL,
  way: Way,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> => {
  let url = start
  for (let redirects = 0; redirects <= limits.fetchedImageRedirects; redirects += 1) {
    checkUrl(url, way.mayConnect)
    const { statusCode, headers, body } = await request(url, {
      dispatcher: way.agent,
      signal: way.signal,
      headers: { accept: 'image/*, audio/*, video/*', 'user-agent': 'Coldpress' },
    })
    try {
      if (statusCode === 200) return await take(bounded(body, headers['content-length']))
    } finally {
      // A body that nobody reads to its end would hold the connection; its fate is of no interest.
      body.on('error', () => undefined).destroy()
    }
    const { location } = headers
    if (statusCode < 300 || statusCode > 399 || typeof location !== 'string') {
      throw invalid(`the server answered ${statusCode}`)
    }
    url = new URL(location, url)
  }
  throw invalid(`redirected more than ${limits.fetchedImageRedirects} times`)
}

/** A literal address is never resolved, so it is checked here and not in the lookup. */
const checkUrl = (url: URL, mayConnect: (address: string) => boolean): void => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid('leads to an address that is neither http nor https')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('holds a user name or a password; give a URL without them')
  }
  const host = url.hostname.replace(/^\[(?<inside>.*)\]$/u, '$<inside>')
  if (ipaddr.isValid(host) && !mayConnect(host)) throw forbidden(host)
}

async function* bounded(
  body: AsyncIterable<Uint8Array>,
  announced: string | string[] | undefined,
): AsyncGenerator<Uint8Array> {
  const tooLarge = () => invalid(`larger than ${limits.fetchedImageBytes / (1024 * 1024)} MiB`)
  if (Number(announced) > limits.fetchedImageBytes) throw tooLarge()
  let received = 0
  for await (const chunk of body) {
    received += chunk.length
    if (received > limits.fetchedImageBytes) throw tooLarge()
    yield chunk
  }
}

/** A short code such as ECONNREFUSED; messages of the network layer may hold more than they should. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return 'no connection'
}
