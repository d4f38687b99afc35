import { ColdpressError, isColdpressError, messageOf } from '#shared/errors.ts'
import { boundedText } from '../http/bounded-text.ts'
import { requireOnline } from '../offline/offline.ts'
import { openRelease, type Release, releaseLimits } from './release.ts'
import { feedUrl, type ReleaseSource } from './release-source.ts'

/** A feed is small; a server that takes longer does not answer. */
const feedMs = 20_000
const maxRedirects = 5

/**
 * Asks for the newest release and checks its signature. Sends nothing but the request itself.
 * @throws ColdpressError `unreachable`, `timeout`, `service_error`, `not_found` while there is no
 * release, `too_large`, `corrupt` for one that the project did not sign
 */
export const fetchRelease = async (
  source: ReleaseSource,
  signal?: AbortSignal,
  limitMs = feedMs,
): Promise<Release> => {
  requireOnline()
  const limit = AbortSignal.timeout(limitMs)
  const both = signal === undefined ? limit : AbortSignal.any([limit, signal])
  const response = await request(feedUrl(source), {}, both)
  try {
    if (response.status === 404)
      throw new ColdpressError('not_found', 'No release has been published yet.')
    if (response.status !== 200) throw unexpectedStatus(response)
    return openRelease(await feedText(response), source.keys)
  } catch (error) {
    throw requestError(error)
  }
}

/**
 * Sends one GET. Follows redirects, which pages of releases answer with, but never from https to
 * http. What arrives is trusted for its signature alone.
 */
export const request = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> => {
  let address = url
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const response = await fetch(address, { headers, redirect: 'manual', signal }).catch(
      (error: unknown) => {
        throw requestError(error)
      },
    )
    const next = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || next === null) return response
    await response.body?.cancel()
    address = redirected(address, next)
  }
  throw new ColdpressError('service_error', 'The server of the releases redirects without end.')
}

const redirected = (from: string, location: string): string => {
  const next = URL.canParse(location, from) ? new URL(location, from) : undefined
  // http is for a server on this computer, which readBaseUrl allows in a checkout
  if (next?.protocol === 'https:' || (next !== undefined && next.origin === new URL(from).origin))
    return next.href
  throw new ColdpressError(
    'service_error',
    'The server of the releases redirects to an address that is not https.',
  )
}

export const unexpectedStatus = ({ status }: Response): ColdpressError =>
  new ColdpressError(
    'service_error',
    `The server of the releases answered with HTTP status ${status}. Try again later.`,
    { details: { status } },
  )

/** @returns the error of a lost connection as a sentence; other errors unchanged */
export const requestError = (error: unknown): unknown => {
  if (isColdpressError(error)) return error
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError')
    return new ColdpressError('cancelled', 'The download was stopped.', { cause: error })
  if (name === 'TimeoutError')
    return new ColdpressError(
      'timeout',
      'The server of the releases does not answer in time. Try again later.',
      { cause: error },
    )
  // fetch throws this for every lost connection
  if (error instanceof TypeError)
    return new ColdpressError(
      'unreachable',
      'The server of the releases cannot be reached, or the connection broke. Check the network, then try again.',
      { cause: error, details: { reason: messageOf(error.cause ?? error) } },
    )
  return error
}

const feedText = async (response: Response): Promise<string> => {
  const text = await boundedText(response, releaseLimits.feedBytes)
  if (text !== undefined) return text
  throw new ColdpressError(
    'too_large',
    `The list of the newest release is larger than ${releaseLimits.feedBytes / 1024} KiB, so the rest was not read. Try again later.`,
  )
}
