const digest =
  /^(?:rsa-)?(?:md4|md5|md5-sha1|ripemd160|rmd160|sha-?1|sha-?224|sha-?256|sha-?384|sha-?512|sha512-256)$/iu
const cipher =
  /^(?:aes-(?:128|192|256)-(?:cbc|ctr|ecb|gcm|ofb)|aes-(?:128|256)-cfb|des.*|bf-.*|rc2-.*|rc4|id-aes(?:128|192|256)-gcm)$/iu

const needs =
  (known: RegExp, what: string, position: number) =>
  (args: readonly unknown[]): string | undefined => {
    const name = args[position]
    // Not a name: Node decides by the key (sign and verify), or says itself what is missing.
    return typeof name !== 'string' || known.test(name) ? undefined : `${what} (${name})`
  }
const never = (name: string) => (): string => `crypto.${name}`

/**
 * What node:crypto lacks in Electron, whose Node is linked with BoringSSL (names from Electron's
 * patches): function → the reason why these arguments would fail there, or undefined.
 */
export const missingInBoringSsl: Readonly<
  Record<string, (args: readonly unknown[]) => string | undefined>
> = {
  ...Object.fromEntries(
    [
      'createHash',
      'createHmac',
      'hash',
      'createSign',
      'createVerify',
      'sign',
      'verify',
      'hkdf',
      'hkdfSync',
    ].map((name) => [name, needs(digest, 'Digest method not supported', 0)]),
  ),
  ...Object.fromEntries(
    ['pbkdf2', 'pbkdf2Sync'].map((name) => [name, needs(digest, 'Digest method not supported', 4)]),
  ),
  ...Object.fromEntries(
    ['createCipheriv', 'createDecipheriv'].map((name) => [
      name,
      needs(cipher, 'Unknown cipher', 0),
    ]),
  ),
  ...Object.fromEntries(
    ['argon2', 'argon2Sync', 'encapsulate', 'decapsulate'].map((name) => [name, never(name)]),
  ),
}
