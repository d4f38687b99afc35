import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import { readBoundedText } from '#platform/http/bounded-text.ts'
import { sendFollowing } from '#platform/http/outgoing/send.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import { openRelease, type Release, releaseLimits } from './release.ts'
import { feedUrl, type ReleaseSource } from './release-source.ts'

/** A feed is small; a server that takes longer does not answer. */
const feedMs = 20_000

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
  const response = await requestRelease(feedUrl(source), {}, both)
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
 * http: http is for a server on this computer, which `readBaseUrl` allows in a checkout. What arrives is
 * trusted for its signature alone.
 */
export const requestRelease = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> => {
  try {
    return await sendFollowing(url, 'https', { headers, signal })
  } catch (error) {
    throw requestError(error)
  }
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
  const text = await readBoundedText(response, releaseLimits.feedBytes)
  if (text !== undefined) return text
  throw new ColdpressError(
    'too_large',
    `The list of the newest release is larger than ${releaseLimits.feedBytes / 1024} KiB, so the rest was not read. Try again later.`,
  )
}
