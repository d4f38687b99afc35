import { urlHostError } from '#values/addresses/host-name.ts'
import { bareHost, isBlockedAddress } from '#platform/http/outgoing/internet-address.ts'

/**
 * Why an address is not allowed as a receiver; undefined if it is. Loopback and private networks
 * are allowed: the studio runs on its user's machine, and only the user sets receivers, which often
 * run beside it.
 */
export const callbackAddressError = (address: string): string | undefined =>
  isBlockedAddress(address)
    ? `leads to ${address}, which is not the address of a receiver`
    : undefined

/** The error of a callback URL as written; host names are checked when they are resolved. */
export const callbackUrlError = (text: string): string | undefined => {
  const { username, password, hostname } = new URL(text)
  if (username !== '' || password !== '') {
    return 'holds a user name or a password, which would be stored as it is. Leave it out and verify the signature instead'
  }
  return urlHostError(text) ?? callbackAddressError(bareHost(hostname))
}
