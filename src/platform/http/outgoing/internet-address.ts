import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Ranges that are not the address of one machine. Link-local is where most clouds serve metadata. */
const blockedRanges: ReadonlySet<string> = new Set([
  'linkLocal',
  'unspecified',
  'broadcast',
  'multicast',
])

/**
 * Where cloud machines serve their credentials outside of link-local, as each provider's manual
 * says under "instance metadata": Amazon (fd00:ec2::254, and ::23 for EKS), Google (fd20:ce::254),
 * Alibaba (100.100.100.200), Oracle (192.0.0.192, fd00:c1::a9fe:a9fe), Scaleway (fd00:42::42), and
 * Azure's WireServer (168.63.129.16).
 */
const metadataNetworks: readonly (readonly [Address, number])[] = [
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:c1::/32',
  'fd00:42::42/128',
].map((network) => ipaddr.parseCIDR(network))

const isMetadata = (address: Address): boolean =>
  address.range() === 'linkLocal' ||
  metadataNetworks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
  )

/** Where IPv6 addresses hold the IPv4 address that they lead to, by the numbers of its bytes. */
const embeddings: readonly (readonly [prefix: string, ...bytes: readonly (readonly number[])[]])[] =
  [
    // 6to4 (RFC 3056).
    ['2002::/16', [2, 3, 4, 5]],
    // Stateless translation (RFC 7915) and NAT64 (RFC 6052).
    ['::ffff:0:0:0/96', [12, 13, 14, 15]],
    ['64:ff9b::/96', [12, 13, 14, 15]],
    // NAT64 within one network (RFC 8215), whose prefix may be of 48, 56, 64 or 96 bits.
    ['64:ff9b:1::/48', [6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], [12, 13, 14, 15]],
  ]

const embeddedIn = (address: Address): readonly Address[] => {
  if (!(address instanceof ipaddr.IPv6)) return []
  const bytes = address.toByteArray()
  return embeddings
    .filter(([prefix]) => address.match(ipaddr.IPv6.parseCIDR(prefix)))
    .flatMap(([, ...positions]) => positions)
    .map((position) => ipaddr.fromByteArray(position.map((index) => bytes[index] ?? 0)))
}

/**
 * Whether the studio never connects to an address, whatever it is told: it may serve the credentials
 * of a cloud machine, or is not the address of one machine.
 */
export const isBlockedAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return blockedRanges.has(address.range()) || [address, ...embeddedIn(address)].some(isMetadata)
}

const globalUnicast = ipaddr.IPv6.parse('2000::')

/**
 * Whether an address is one of the public internet: not loopback, private, link-local, shared
 * (CGNAT), multicast, reserved, or one of these inside an IPv6 address, nor one that serves the
 * credentials of a cloud machine.
 */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text) || isBlockedAddress(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return !(address instanceof ipaddr.IPv6) || address.match(globalUnicast, 3)
}

/** Whether an address is this computer's own; the unspecified one leads there too. */
export const isLoopbackAddress = (text: string): boolean =>
  ipaddr.isValid(text) && ['loopback', 'unspecified'].includes(ipaddr.process(text).range())

/** Whether a name is this computer's own, whatever a resolver says (RFC 6761, section 6.3). */
export const isLoopbackName = (name: string): boolean => /^(?:.*\.)?localhost\.?$/iu.test(name)

/** The host of a URL without the brackets of an IPv6 address. */
export const bareHost = (hostname: string): string =>
  hostname.replace(/^\[(?<inside>.*)\]$/u, '$<inside>')

/** Whether the host of a URL is this computer. */
export const isLoopbackHost = (hostname: string): boolean =>
  isLoopbackName(hostname) || isLoopbackAddress(bareHost(hostname))
