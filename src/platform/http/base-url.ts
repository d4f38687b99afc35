import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { urlHostError } from '#values/addresses/host-name.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import type { Secret } from '../secret/secret.ts'

/**
 * The base address of a service, without a trailing slash. A path prefix is kept.
 * @param key the service's name for its secret, such as `API key`
 * @throws ColdpressError `invalid`: no URL, not https (http is for this machine only), or one with
 * credentials, a query or a fragment. The text is not repeated, because it may contain a password.
 */
export const readBaseUrl = (text: string, key: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw errorBy(
      platformErrors,
      'url',
      {},
      'The base URL is not a web address such as https://example.org.',
    )
  }
  const hostError = urlHostError(text)
  if (hostError !== undefined)
    throw errorBy(platformErrors, 'url', {}, `The base URL cannot be reached: ${hostError}.`)
  if (url.username !== '' || url.password !== '') {
    throw errorBy(
      platformErrors,
      'credentials',
      {},
      `The base URL carries a user name or password. Leave it out: the ${key} is given apart.`,
    )
  }
  if (url.search !== '' || url.hash !== '') {
    throw errorBy(
      platformErrors,
      'url',
      {},
      'The base URL carries a query or fragment. Leave out what follows ? or #.',
    )
  }
  if (url.protocol === 'http:' && !isLocalLink(text)) {
    throw errorBy(
      platformErrors,
      'https',
      {},
      `The base URL is http, which would send the ${key} in the clear. Use https; http is for this machine alone.`,
    )
  }
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`
}

/** What services call the secret that a header carries, with the rule of one that no header can carry. */
const headerSecrets = {
  'API key': 'api_key',
  'project ID': 'project_id',
  token: 'access_token',
  key: 'access_key',
} as const
export type HeaderSecretName = keyof typeof headerSecrets

/**
 * The error of fetch repeats an invalid header, so the secret is checked first.
 * @throws ColdpressError `invalid`
 */
export const checkHeaderSecret = (secret: Secret, name: HeaderSecretName): void => {
  const fits = secret.use(
    (bytes) => bytes.length > 0 && bytes.every((byte) => byte > 0x20 && byte < 0x7f),
  )
  if (fits) return
  throw errorBy(
    platformErrors,
    headerSecrets[name],
    {},
    `The ${name} is empty or holds a space, a line break or a letter outside ASCII. Copy it again, alone.`,
  )
}
