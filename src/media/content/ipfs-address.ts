import { isCid } from './cid.ts'

/** What an `ipfs://` address, or that of a gateway, names. */
export type IpfsAddress = {
  readonly cid: string
  /** Behind the CID, with its slash; empty: the CID itself. */
  readonly path: string
  readonly uri: string
}

/** A path behind a CID as it may stand in a URI: no blanks, no query, no way up. */
const safePath = /^(?:\/(?!\.{1,2}(?:\/|$))[^\s/?#\\]+)*\/?$/u

const addressOf = (cid = '', behind = ''): IpfsAddress | undefined => {
  if (!isCid(cid) || !safePath.test(behind)) return undefined
  const path = behind === '/' ? '' : behind
  return { cid, path, uri: `ipfs://${cid}${path}` }
}

/** Reads `ipfs://<cid>`, also with a path; undefined for another text. */
export const readIpfsUri = (text: string): IpfsAddress | undefined => {
  const parts = /^ipfs:\/\/(?:ipfs\/)?(?<cid>[^/?#]+)(?<path>[^?#]*)$/iu.exec(text)?.groups
  const address = parts && addressOf(parts['cid'], parts['path'])
  // A plan keeps the address of every row beside its table: as one text.
  return address?.uri === text ? { ...address, uri: text } : address
}

/** A gateway's URL names its content by CID, in the path or as a subdomain: it needs no fetch. */
export const readGatewayUrl = (url: URL): IpfsAddress | undefined => {
  const inPath = /^\/ipfs\/(?<cid>[^/]+)(?<path>.*)$/u.exec(url.pathname)?.groups
  const inHost = /^(?<cid>[a-z0-9]+)\.ipfs\./u.exec(url.hostname)?.groups
  return (
    (inPath && addressOf(inPath['cid'], inPath['path'])) ??
    (inHost && addressOf(inHost['cid'], url.pathname))
  )
}
