import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { urlHostError } from '#values/addresses/host-name.ts'
import { isLocalLink } from '#values/addresses/is-local-link.ts'
import type { TrustedProxies } from '#studio/public/client-address.ts'
import type { PublicAccess } from '#studio/public/public-access.ts'

/** The options of `studio serve` as they were typed. */
export type PublicAccessTexts = {
  readonly listen?: string
  readonly publicUrl?: string
  readonly trustedProxy?: readonly string[]
}

/**
 * @returns undefined where none of the options was given
 * @throws ColdpressError `usage` naming the option and the rule
 */
export const readPublicAccess = (texts: PublicAccessTexts): PublicAccess | undefined => {
  const { listen, publicUrl, trustedProxy = [] } = texts
  if (listen === undefined && publicUrl === undefined && trustedProxy.length === 0) return undefined
  if (listen === undefined || publicUrl === undefined)
    throw new ColdpressError(
      'usage',
      '--listen ADDRESS:PORT and --public-url URL belong together: where the reverse proxy reaches the studio, and what buyers open.',
    )
  return {
    origin: originOf(publicUrl),
    listen: listenOf(listen),
    trustedProxies: readTrustedProxies(trustedProxy),
  }
}

/** Nobody on the way may change an address that is paid to, so the link is https, but on one computer. */
const originOf = (text: string): string => {
  const url = URL.parse(text)
  const hostError = urlHostError(text)
  if (hostError !== undefined)
    throw new ColdpressError('usage', `--public-url: nobody can open it: ${hostError}.`)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalLink(text))
  if (url !== null && isSafe && `${url.origin}/` === url.href) return url.origin
  throw new ColdpressError(
    'usage',
    `--public-url: ${text} is not what the payment pages need: https://, a host name, a port if it is not 443, and no path, such as https://shop.example.com.`,
  )
}

const listenOf = (text: string): PublicAccess['listen'] => {
  const {
    six = '',
    host = six,
    digits,
  } = /^(?:\[(?<six>[^\]]+)\]|(?<host>[\d.]+)):(?<digits>\d{1,5})$/u.exec(text)?.groups ?? {}
  const port = Number(digits)
  if (isIP(host) !== 0 && port > 0 && port <= 65_535) return { host, port }
  throw new ColdpressError(
    'usage',
    `--listen: ${text} is not an IP address with a port from 1 to 65535, such as 127.0.0.1:4880 or [::1]:4880. The port stays the same over restarts, because the reverse proxy knows it.`,
  )
}

/**
 * @param texts addresses such as `127.0.0.1`, or networks such as `10.0.0.0/8`
 * @throws ColdpressError `usage`
 */
const readTrustedProxies = (texts: readonly string[]): TrustedProxies =>
  texts.map((text) => {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
    if (isIP(text) !== 0) {
      const address = ipaddr.process(text)
      return [address, address.kind() === 'ipv4' ? 32 : 128] as const
    }
    throw new ColdpressError(
      'usage',
      `--trusted-proxy: ${text} is neither an IP address such as 127.0.0.1 nor a network such as 10.0.0.0/8.`,
    )
  })
