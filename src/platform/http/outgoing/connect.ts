import type { LookupAddress } from 'node:dns'
import { isIP, isIPv6 } from 'node:net'
import { buildConnector } from 'undici'
import { type AddressError, guardedLookup } from './guarded-lookup.ts'
import { isLoopbackAddress } from './internet-address.ts'
import { type Proxy, proxyFor } from './proxy.ts'
import { openTunnel } from './tunnel.ts'

export type ConnectOptions = {
  /**
   * Why there is no connecting to an address. With it every name is resolved here, and a proxy is asked
   * for the address that was checked: nobody has checked what it would resolve itself.
   */
  readonly addressError?: AddressError | undefined
  /** For a connection, and for the proxy's answer. */
  readonly timeoutMs?: number | undefined
}

/** As undici's own. */
const usualTimeoutMs = 10_000

type Wanted = buildConnector.Options

const anyAddress: AddressError = () => undefined

/**
 * How every client of Coldpress connects: to addresses that are allowed, directly or through the proxy
 * that the environment names.
 */
export const createConnector = (options: ConnectOptions): buildConnector.connector => {
  const { addressError, timeoutMs: timeout = usualTimeoutMs } = options
  const direct = buildConnector({ lookup: guardedLookup(addressError ?? anyAddress), timeout })
  const insideTunnel = buildConnector({ timeout })
  const throughProxy = async (
    wanted: Wanted,
    proxy: Proxy,
    callback: buildConnector.Callback,
  ): Promise<void> => {
    try {
      const address =
        addressError === undefined ? wanted.hostname : await checkedAddress(wanted, addressError)
      if (isLoopbackAddress(address)) return direct(wanted, callback)
      const socket = await openTunnel(proxy, targetOf(address, wanted), timeout)
      if (wanted.protocol === 'https:') insideTunnel({ ...wanted, httpSocket: socket }, callback)
      else callback(null, socket)
    } catch (error) {
      callback(asError(error), null)
    }
    return undefined
  }
  return (wanted, callback) => {
    try {
      // a literal address is never resolved, so the lookup does not see it
      const refused = isIP(wanted.hostname) === 0 ? undefined : addressError?.(wanted.hostname)
      if (refused !== undefined) throw refused
      const proxy = proxyFor(wanted)
      if (proxy === undefined) direct(wanted, callback)
      else void throughProxy(wanted, proxy, callback)
    } catch (error) {
      callback(asError(error), null)
    }
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('no connection')

/** Of several the one of IPv4: few proxies have IPv6. @throws for a refused one, and without any */
const checkedAddress = async (
  { hostname }: Wanted,
  addressError: AddressError,
): Promise<string> => {
  if (isIP(hostname) !== 0) return hostname
  const found = await new Promise<readonly LookupAddress[]>((resolve, reject) => {
    guardedLookup(addressError)(hostname, { all: true }, (error, addresses) => {
      if (error === null && Array.isArray(addresses)) resolve(addresses)
      else reject(error ?? new Error('no address'))
    })
  })
  const [first] = [...found.filter(({ family }) => family === 4), ...found]
  if (first === undefined) throw new Error('no address')
  return first.address
}

const targetOf = (address: string, { protocol, port }: Wanted): string => {
  const host = isIPv6(address) ? `[${address}]` : address
  return `${host}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`
}
