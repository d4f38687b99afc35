/** Scheme and host of everything that the window shows, but for works. */
export const scheme = 'app'
const host = 'coldpress'
const origin = `${scheme}://${host}`

/**
 * Scheme and host of works that may run programs. Another origin than the app's, so that the two
 * share nothing, and another site, so that Chromium runs them in another process.
 */
export const workScheme = 'work'
const workHost = 'shown'

/** The window's page, which learns the system's locale by its address. */
export const startUrl = (locale: string): string =>
  `${origin}/index.html?locale=${encodeURIComponent(locale)}`
export const errorPageUrl = `${origin}/error.html`
/** Where the error page's "Try again" leads; the guards stop it and the shell starts again. */
export const againUrl = `${origin}/again`

/** Where the page of a data folder that moved leads, to use it here again. */
export const reactivateUrl = `${origin}/reactivate`

/**
 * Whether an address is the app's own. Scheme and host are compared, since `URL.origin` is `null`
 * in Node for every scheme that it does not know.
 */
export const isOwn = (address: string): boolean => isAt(address, scheme, host)

/** Whether it is the address of a work. */
export const isWork = (address: string): boolean => isAt(address, workScheme, workHost)

const isAt = (address: string, wanted: string, at: string): boolean => {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === `${wanted}:` && url.host === at
}

/** The only places that a link of the app may lead to; they open in the user's own browser. */
const outsideHosts: ReadonlySet<string> = new Set([
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
  return url.protocol === 'https:' && isPlain && outsideHosts.has(url.hostname)
    ? url.href
    : undefined
}

/** What is asked of whoever calls; Electron's own types fit. */
type Sender<Contents> = {
  readonly sender: Contents
  readonly senderFrame: { readonly url: string } | null
}

/** Only the main frame of the one window, and only while the app's own page is in it. */
export const isTrusted = <Contents extends { readonly mainFrame: unknown }>(
  { sender, senderFrame }: Sender<Contents>,
  window: Contents | undefined,
): boolean =>
  sender === window &&
  senderFrame !== null &&
  senderFrame === sender.mainFrame &&
  isOwn(senderFrame.url)
