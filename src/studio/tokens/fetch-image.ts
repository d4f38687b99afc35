import type { Readable } from 'node:stream'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { urlHostError } from '#values/addresses/host-name.ts'
import { limits } from '#values/bounds/limits.ts'
import { CheckedAgent } from '#platform/http/outgoing/dispatcher.ts'
import { isBlockedAddress, isPublicAddress } from '#platform/http/outgoing/internet-address.ts'
import { followRedirects } from '#platform/http/outgoing/redirects.ts'
import { networkReason } from '../network-reason.ts'

export { isPublicAddress }

/** Streams the bytes of an image on a web server; `take` reads them before the fetch ends. */
export type FetchImage = <T>(
  url: string,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
) => Promise<T>

export type ImageFetcher = { readonly fetchImage: FetchImage; close(): Promise<void> }

const invalid = (message: string): ColdpressError => new ColdpressError('invalid', message)

/** A fetcher that connects only where `mayConnect` says so, and to no address that is always refused. */
export const createImageFetcher = (options: {
  readonly mayConnect: (address: string) => boolean
  readonly timeoutMs?: number
}): ImageFetcher => {
  const { timeoutMs = limits.fetchedImageMs } = options
  const mayConnect = (address: string) => !isBlockedAddress(address) && options.mayConnect(address)
  const addressError = (address: string) => (mayConnect(address) ? undefined : forbidden(address))
  const agent = new CheckedAgent({ addressError })
  return {
    fetchImage: async (url, take) => {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await fetchThrough(agent, new URL(url), signal, take)
      } catch (error) {
        if (signal.aborted) throw invalid(`not fetched within ${timeoutMs / 1000} seconds`)
        throw isColdpressError(error)
          ? error
          : invalid(`could not be fetched: ${networkReason(error)}`)
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

const fetchThrough = async <T>(
  agent: CheckedAgent,
  url: URL,
  signal: AbortSignal,
  take: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> => {
  const { statusCode, headers, body } = await followRedirects(url, {
    most: limits.fetchedImageRedirects,
    refused: (what) => invalid(`the server redirects ${what}`),
    ask: async (address) => {
      checkUrl(address)
      const answer = await agent.ask(address, { method: 'GET', signal, headers: sentHeaders })
      const { statusCode: status, body } = answer
      const { location } = answer.headers
      return {
        answer,
        status,
        // Two of them lead nowhere.
        location: typeof location === 'string' ? location : undefined,
        drop: () => drop(body),
      }
    },
  })
  try {
    if (statusCode !== 200) throw invalid(`the server answered ${statusCode}`)
    return await take(bounded(body, headers['content-length']))
  } finally {
    drop(body)
  }
}

const sentHeaders = { accept: 'image/*, audio/*, video/*', 'user-agent': 'Coldpress' }

/** A body that nobody reads to its end would hold the connection; its fate is of no interest. */
const drop = (body: Readable): unknown => body.on('error', () => undefined).destroy()

/** The address itself is checked where it is connected to. */
const checkUrl = (url: URL): void => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid('leads to an address that is neither http nor https')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('holds a user name or a password; give a URL without them')
  }
  const error = urlHostError(url.href)
  if (error !== undefined) throw invalid(`cannot be reached: ${error}`)
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
