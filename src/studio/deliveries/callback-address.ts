import { isBlockedAddress } from '../blocked-address.ts'

/**
 * Why an address cannot be called back, undefined where it can. Loopback and private networks can:
 * the studio is on its user's own machine and told where to deliver by its user alone, whose
 * receiver is as likely beside it as far away.
 */
export const callbackAddressError = (address: string): string | undefined =>
  isBlockedAddress(address)
    ? `leads to ${address}, which is not the address of a receiver`
    : undefined

/** An error of a callback URL as it is written; names are judged where they are resolved. */
export const callbackUrlError = (text: string): string | undefined => {
  const { username, password, hostname } = new URL(text)
  if (username !== '' || password !== '') {
    return 'holds a user name or a password, which would be stored as it is. Leave it out and verify the signature instead'
  }
  return callbackAddressError(hostname.replace(/^\[(?<inside>.*)\]$/u, '$<inside>'))
}
