/** Private keys as Cardano tools write them: bech32, and hex of 32 bytes or more (transaction ids go too: they look alike). */
const keyTexts = /\b(?:[a-z0-9_]*_x?sk|[a-z0-9_]*xprv)1[02-9ac-hj-np-z]{20,}|[0-9a-f]{64,}/giu

const longest = 600

/**
 * Text that a service wrote, made fit for an error message: `secrets` and anything that looks like
 * a private key are cut out (a service may echo what it was sent), control characters and excess too.
 */
export const redact = (text: string, secrets: readonly string[]): string => {
  const named = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  const plain = named
    .replace(keyTexts, '[redacted]')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain
}
