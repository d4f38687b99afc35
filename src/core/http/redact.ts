/** Private keys as Cardano tools write them: bech32, and hex of 32 bytes or more (transaction ids go too: they look alike). */
const keyTexts = /\b(?:[a-z0-9_]*_x?sk|[a-z0-9_]*xprv)1[02-9ac-hj-np-z]{20,}|[0-9a-f]{64,}/giu

const longest = 600

const without = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)

const tidy = (text: string): string => {
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain
}

/**
 * Text that somebody else wrote, made fit for an error message: `secrets` are cut out (a service may
 * echo what it was sent), control characters and excess too.
 */
export const plainText = (text: string, secrets: readonly string[]): string =>
  tidy(without(text, secrets))

/** As {@link plainText}, for a service that is sent private keys: whatever looks like one goes too. */
export const redact = (text: string, secrets: readonly string[]): string =>
  tidy(without(text, secrets).replace(keyTexts, '[redacted]'))
