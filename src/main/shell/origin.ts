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

export const startUrl = `${origin}/index.html`
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
