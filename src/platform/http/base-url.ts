import { ColdpressError } from '#values/errors/errors.ts'
import { urlHostError } from '#values/addresses/host-name.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import type { Secret } from '../secret/secret.ts'

const invalid = (message: string, rule: string): ColdpressError =>
  new ColdpressError('invalid', message, { details: { rule } })

/**
 * The base address of a service, without a trailing slash. A path prefix is kept.
 * @param key the service's name for its secret, such as `API key`
 * @throws ColdpressError `invalid`: no URL, not https (http is for this machine only), or one with
 * credentials, a query or a fragment. The text is not repeated, because it may contain a password.
 */
export const readBaseUrl = (text: string, key: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid('The base URL is not a web address such as https://example.org.', 'url')
  }
  const hostError = urlHostError(text)
  if (hostError !== undefined) throw invalid(`The base URL cannot be reached: ${hostError}.`, 'url')
  if (url.username !== '' || url.password !== '') {
    throw invalid(
      `The base URL carries a user name or password. Leave it out: the ${key} is given apart.`,
      'credentials',
    )
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalid('The base URL carries a query or fragment. Leave out what follows ? or #.', 'url')
  }
  if (url.protocol === 'http:' && !isLocalLink(text)) {
    throw invalid(
      `The base URL is http, which would send the ${key} in the clear. Use https; http is for this machine alone.`,
      'https',
    )
  }
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`
}

/**
 * The error of fetch repeats an invalid header, so the secret is checked first.
 * @throws ColdpressError `invalid`
 */
export const checkHeaderSecret = (secret: Secret, name: string): void => {
  const fits = secret.use(
    (bytes) => bytes.length > 0 && bytes.every((byte) => byte > 0x20 && byte < 0x7f),
  )
  if (fits) return
  throw invalid(
    `The ${name} is empty or holds a space, a line break or a letter outside ASCII. Copy it again, alone.`,
    name.toLowerCase().replaceAll(' ', '_'),
  )
}
