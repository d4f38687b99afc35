import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** The proxies whose `X-Forwarded-For` is believed. */
export type TrustedProxies = readonly (readonly [Address, number])[]

/** Proxies in a row; what stands before them in a header is not read. */
const mostForwarded = 16

/** Where a request came from. */
export type Client = {
  /** What limits count by. */
  readonly key: string
  /** False where it is a proxy's own address: its visitors all have the same. */
  readonly isVisitor: boolean
  /**
   * Whether it says that it asks for somebody else, which is the sign of a proxy that is not trusted. A
   * client can say so too.
   */
  readonly isForwarding: boolean
  /** Whether the request comes from a trusted proxy that names nobody. */
  readonly isTrusted: boolean
}

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
): Client => {
  let address = peer === undefined ? undefined : read(peer)
  if (address === undefined) return unknown
  const steps = [forwarded ?? []].flat().join(',').split(',').slice(-mostForwarded).toReversed()
  let stepsRead = 0
  for (const step of steps) {
    if (!isTrusted(address, trusted)) break
    const before = read(step.trim())
    if (before === undefined) break
    address = before
    stepsRead += 1
  }
  // A reverse proxy of this computer that nobody has named as trusted has the address of loopback.
  const isProxy = isTrusted(address, trusted)
  const isVisitor = !isProxy && address.range() !== 'loopback'
  const isForwarding = isVisitor && steps.slice(stepsRead).some((step) => step.trim() !== '')
  return { key: addressKey(address), isVisitor, isForwarding, isTrusted: isProxy }
}

const unknown: Client = {
  key: 'unknown',
  isVisitor: false,
  isForwarding: false,
  isTrusted: false,
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
