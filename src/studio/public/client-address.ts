import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The proxies whose `X-Forwarded-For` is believed. */
export type TrustedProxies = readonly (readonly [Address, number])[]

/** Proxies in a row; what stands before them in a header is not read. */
const mostForwarded = 16

/**
 * The address that a request came from. A proxy appends what it saw to `X-Forwarded-For`, after
 * whatever the client wrote there, so the header is read from its end, and only as far as trusted
 * proxies wrote it.
 * @param peer the other end of the connection
 */
export const clientAddress = (
  peer: string | undefined,
  forwarded: string | readonly string[] | undefined,
  trusted: TrustedProxies,
): string => {
  let address = peer === undefined ? undefined : read(peer)
  if (address === undefined) return 'unknown'
  const steps = [forwarded ?? []].flat().join(',').split(',').slice(-mostForwarded).toReversed()
  for (const step of steps) {
    if (!isTrusted(address, trusted)) break
    const before = read(step.trim())
    if (before === undefined) break
    address = before
  }
  return addressKey(address)
}

const read = (text: string): Address | undefined =>
  isIP(text) === 0 ? undefined : ipaddr.process(text)

const isTrusted = (address: Address, trusted: TrustedProxies): boolean =>
  trusted.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
  )

/** One customer of a provider has a whole /64 of IPv6 (RFC 6177), so they count as one. */
const addressKey = (address: Address): string =>
  address.kind() === 'ipv4'
    ? address.toString()
    : `${ipaddr.fromByteArray([...address.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)]).toString()}/64`
