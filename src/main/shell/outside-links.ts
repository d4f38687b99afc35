/** The only places that a link of the app may lead to; they open in the user's own browser. */
const hosts: ReadonlySet<string> = new Set([
  'cardanoscan.io',
  'preprod.cardanoscan.io',
  'preview.cardanoscan.io',
  'cips.cardano.org',
  'docs.ipfs.tech',
])

/** A transaction on the devnet, whose explorer this machine serves to itself alone. */
const devnetPage = /^http:\/\/127\.0\.0\.1:\d+\/api\/v0\/devnet\/tx\/[0-9a-f]{64}$/u

/** Where a sale, a token or a royalty is paid: pages that the studio serves to this machine alone. */
const paymentPage = /^http:\/\/127\.0\.0\.1:\d+\/pay\/(?:sale|token|royalty)\/[0-9a-z]{1,64}$/u

/** The address when it may be opened, written as the parser understood it; else undefined. */
export const outsideLink = (address: string): string | undefined => {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (devnetPage.test(url.href) || paymentPage.test(url.href)) return url.href
  const isPlain = url.port === '' && url.username === '' && url.password === ''
  return url.protocol === 'https:' && isPlain && hosts.has(url.hostname) ? url.href : undefined
}
