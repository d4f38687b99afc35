/**
 * Chromium's own protocols end at its DevTools: a scheme of the app's is never asked about there.
 * So `app://coldpress/x` is `https://coldpress.app.invalid/x` inside the browser: a secure context
 * whose name can never resolve (RFC 6761).
 */
export type Addresses = {
  readonly toWeb: (url: string) => string
  readonly fromWeb: (url: string) => string
  /** A header that names a scheme (`script-src app:`) must name its hosts instead. */
  readonly headerToWeb: (value: string) => string
}

export const createAddresses = (isOurs: (scheme: string) => boolean): Addresses => ({
  toWeb: (url) => {
    const [, scheme = '', host = '', rest = ''] =
      /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)(.*)$/isu.exec(url) ?? []
    if (host === '' || !isOurs(scheme)) return url
    return `https://${host}.${scheme}.invalid${rest.startsWith('/') ? rest : `/${rest}`}`
  },
  fromWeb: (url) => {
    const [, host = '', scheme = '', rest = ''] =
      /^https:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.invalid(?=[/?#]|$)(.*)$/isu.exec(url) ?? []
    if (host === '' || !isOurs(scheme)) return url
    return `${scheme}://${host}${rest.startsWith('/') ? rest : `/${rest}`}`
  },
  headerToWeb: (value) =>
    value.replaceAll(/\b([a-z][a-z0-9+-]*):(?=[\s;]|$)/gu, (whole, scheme: string) =>
      isOurs(scheme) ? `https://*.${scheme}.invalid` : whole,
    ),
})
