import { platformErrors } from '#values/errors/platform-errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { bareHost, isLoopbackHost } from './internet-address.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** As every program reads them: the lower case first, since a web server may set the other one. */
const variables = {
  'https:': ['https_proxy', 'HTTPS_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY'],
  none: ['no_proxy', 'NO_PROXY'],
} as const

/** The variables that a process needs to reach others as the user's other programs do. */
export const proxyVariables: readonly string[] = Object.values(variables).flat()

const valueOf = (
  names: readonly string[],
  env: Environment,
): { readonly name: string; readonly value: string } | undefined => {
  const name = names.find((variable) => (env[variable] ?? '').trim() !== '')
  return name === undefined ? undefined : { name, value: (env[name] ?? '').trim() }
}

/** A proxy, and the variable that names it. It may hold a password: never print {@link Proxy.url}. */
export type Proxy = {
  readonly url: URL
  readonly variable: string
}

/** Without user name and password. */
export const shownProxy = ({ url, variable }: Proxy): string =>
  `${url.protocol}//${url.host} (${variable})`

/**
 * The proxy for a kind of address; undefined where there is none.
 * @throws ColdpressError `invalid` for what is no http proxy. Its text is not repeated: it may hold a
 * password.
 */
const proxyOf = (protocol: 'http:' | 'https:', env: Environment): Proxy | undefined => {
  const found = valueOf(variables[protocol], env)
  if (found === undefined) return undefined
  const { name, value } = found
  const url = URL.parse(value.includes('://') ? value : `http://${value}`)
  if (url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '')
    return { url, variable: name }
  throw errorBy(
    platformErrors,
    'proxy',
    { variable: name },
    `The environment variable ${name} does not name a proxy that Coldpress can use: it has to be http://HOST:PORT or https://HOST:PORT. Change it, or name the host in NO_PROXY.`,
  )
}

/**
 * The proxy that leads to an address: what `HTTPS_PROXY` and `HTTP_PROXY` name, unless `NO_PROXY` names
 * the host. This computer itself is never reached through a proxy.
 * @throws ColdpressError `invalid` for a proxy that cannot be used
 */
export const proxyFor = (
  { protocol, hostname, port }: Pick<URL, 'protocol' | 'hostname' | 'port'>,
  env: Environment = process.env,
): Proxy | undefined => {
  if (isLoopbackHost(hostname) || (protocol !== 'http:' && protocol !== 'https:')) return undefined
  const list = valueOf(variables.none, env)?.value ?? ''
  const usedPort = port === '' ? defaultPorts[protocol] : port
  if (list.split(/[\s,]+/u).some((entry) => isExempt(entry, bareHost(hostname), usedPort)))
    return undefined
  return proxyOf(protocol, env)
}

const defaultPorts = { 'http:': '80', 'https:': '443' } as const

/**
 * Whether an entry of `NO_PROXY` names a host: `*`, a name with all below it, an address, a network, each
 * with or without a port.
 */
const isExempt = (entry: string, host: string, port: string): boolean => {
  if (entry === '' || entry === '*') return entry === '*'
  const { name, port: wantedPort } = readEntry(entry)
  if (wantedPort !== undefined && wantedPort !== port) return false
  if (isIP(host) !== 0) return isInNetwork(host, name)
  const domain = name
    .replace(/^\*?\./u, '')
    .replace(/\.$/u, '')
    .toLowerCase()
  const wanted = host.replace(/\.$/u, '').toLowerCase()
  return domain !== '' && (wanted === domain || wanted.endsWith(`.${domain}`))
}

type Entry = { readonly name: string; readonly port: string | undefined }

/** `example.com:8080`, `[fd00::1]:80`; the colons of a bare IPv6 address or network name no port. */
const readEntry = (entry: string): Entry => {
  const parts = /^\[?(?<name>[^\]]*?)\]?(?::(?<port>\d+))?$/u.exec(entry)?.groups
  const isBare = isIP(entry) !== 0 || ipaddr.isValidCIDR(entry) || parts === undefined
  return isBare
    ? { name: entry, port: undefined }
    : { name: parts['name'] ?? '', port: parts['port'] }
}

const isInNetwork = (host: string, network: string): boolean => {
  const address = ipaddr.process(host)
  if (isIP(network) !== 0) return ipaddr.process(network).toString() === address.toString()
  if (!ipaddr.isValidCIDR(network)) return false
  const [base, bits] = ipaddr.parseCIDR(network)
  return base.kind() === address.kind() && address.match([base, bits])
}

/** Which proxies are set, in words for a person, without their passwords. @throws as {@link proxyFor} */
export const describeProxies = (env: Environment = process.env): string | undefined => {
  const shown = (['https:', 'http:'] as const).flatMap((protocol) => {
    const proxy = proxyOf(protocol, env)
    return proxy === undefined ? [] : [`${protocol}// through ${shownProxy(proxy)}`]
  })
  const none = valueOf(variables.none, env)
  if (shown.length === 0) return undefined
  return [...shown, ...(none === undefined ? [] : [`not for ${none.value} (${none.name})`])].join(
    '; ',
  )
}
