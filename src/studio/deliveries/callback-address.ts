import ipaddr from 'ipaddr.js'

/**
 * Ranges that are nobody's receiver. Link-local is where cloud machines serve their credentials
 * (169.254.169.254); the rest are not the address of one machine.
 */
const refusedRanges: ReadonlySet<string> = new Set([
  'linkLocal',
  'unspecified',
  'broadcast',
  'multicast',
])

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

const embedsLinkLocal = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
  if (!(address instanceof ipaddr.IPv6)) return false
  const bytes = address.toByteArray()
  return embeddings
    .filter(([prefix]) => address.match(ipaddr.IPv6.parseCIDR(prefix)))
    .flatMap(([, ...places]) => places)
    .some((place) => {
      const inside = ipaddr.fromByteArray(place.map((index) => bytes[index] ?? 0))
      return inside.range() === 'linkLocal'
    })
}

/**
 * Why an address cannot be called back, undefined where it can. Loopback and private networks can:
 * the studio is on its user's own machine and told where to deliver by its user alone, whose
 * receiver is as likely beside it as far away.
 */
export const callbackRefusal = (address: string): string | undefined => {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  return refusedRanges.has(parsed.range()) || embedsLinkLocal(parsed)
    ? `leads to ${address}, which is not the address of a receiver`
    : undefined
}

/** A fault of a callback URL as it is written; names are judged where they are resolved. */
export const callbackFault = (text: string): string | undefined => {
  const { username, password, hostname } = new URL(text)
  if (username !== '' || password !== '') {
    return 'holds a user name or a password, which would be stored as it is. Leave it out and verify the signature instead'
  }
  return callbackRefusal(hostname.replace(/^\[(?<inside>.*)\]$/u, '$<inside>'))
}
