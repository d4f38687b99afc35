import { ColdpressError } from '../../shared/errors.ts'

const invalid = (message: string, rule: string): ColdpressError =>
  new ColdpressError('invalid', message, { details: { rule } })

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(host)

/**
 * The base address of a service, without a slash at its end. A path prefix is kept.
 * @throws ColdpressError `invalid`: no URL, not https (http is for this machine alone), or one that
 * carries credentials, a query or a fragment. The text itself is not repeated: it may hold a password.
 */
export const readBaseUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid('The base URL is not a web address such as https://example.org.', 'url')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid(
      'The base URL carries a user name or password. Leave it out: the API key is given apart.',
      'credentials',
    )
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalid('The base URL carries a query or fragment. Leave out what follows ? or #.', 'url')
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalid(
      'The base URL is http, which would send the API key in the clear. Use https; http is for this machine alone.',
      'https',
    )
  }
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`
}

/**
 * One path segment. `.` and `..` survive percent-encoding and would climb out of the path.
 * @throws ColdpressError `invalid`
 */
const pathSegment = (value: string, field: string): string => {
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
    throw invalid(`${field}: not an id that the service could have given.`, 'id')
  }
  return encodeURIComponent(value)
}

/** The address of one call: `<base>/<app id>/v1<path>?<query>`, with the path's ids filled in. */
export const callAddress = (
  base: { readonly baseUrl: string; readonly appId: string },
  path: string,
  ids: readonly string[],
  query: Readonly<Record<string, string>> = {},
): string => {
  const rest = [...ids]
  const filled = path.replaceAll(/:(\w+)/gu, (_, name: string) => {
    return pathSegment(rest.shift() ?? '', name)
  })
  const search = new URLSearchParams(query).toString()
  const address = `${base.baseUrl}/${pathSegment(base.appId, 'app id')}/v1${filled}`
  return search === '' ? address : `${address}?${search}`
}
