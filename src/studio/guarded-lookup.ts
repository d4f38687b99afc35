import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'

/**
 * Resolves names for connections, and refuses one as soon as one of its addresses is refused. The
 * check stands at the connection itself, so a name that changes its address gains nothing. A literal
 * address is never resolved: check that before.
 * @param error why there is no connecting to an address; undefined where there is
 */
export const guardedLookup =
  (addressError: (address: string) => Error | undefined): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
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
