import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isLoopbackName } from './internet-address.ts'

/** Why there is no connecting to an address; undefined where there is. */
export type AddressError = (address: string) => Error | undefined

/** Names below `localhost` lead to this computer, though not every resolver knows it (RFC 6761, 6.3). */
const resolvedName = (hostname: string): string =>
  isLoopbackName(hostname) ? 'localhost' : hostname

/**
 * Resolves names for connections, and refuses one as soon as one of its addresses is refused. The
 * check stands at the connection itself, so a name that changes its address gains nothing. A literal
 * address is never resolved: check that before.
 */
export const guardedLookup =
  (addressError: AddressError): LookupFunction =>
  (hostname, options, callback) => {
    dns.lookup(resolvedName(hostname), { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '')
      const [blocked] = addresses.flatMap(({ address }) => addressError(address) ?? [])
      if (blocked !== undefined) return callback(blocked, '')
      if (options.all === true) return callback(null, addresses)
      const [first] = addresses
      return first === undefined
        ? callback(new Error('no address'), '')
        : callback(null, first.address, first.family)
    })
  }
