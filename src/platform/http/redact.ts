/** Private keys as Cardano tools write them: bech32, and hex of 32 bytes or more (transaction IDs go too: they look alike). */
const keyTexts = /\b(?:[a-z0-9_]*_x?sk|[a-z0-9_]*xprv)1[02-9ac-hj-np-z]{20,}|[0-9a-f]{64,}/giu

const longest = 600

const removeSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)

const tidy = (text: string): string => {
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain
}

/**
 * Makes text from others safe for an error message: removes `secrets` (a service may echo what it
 * received), control characters and excess length.
 */
export const plainText = (text: string, secrets: readonly string[]): string =>
  tidy(removeSecrets(text, secrets))

/**
 * Like {@link plainText}, for a service that receives private keys: also removes whatever looks
 * like one.
 */
export const redact = (text: string, secrets: readonly string[]): string =>
  tidy(removeSecrets(text, secrets).replace(keyTexts, '[redacted]'))
