import { type AnyCid, readAnyCid } from './cid.ts'
import { readGatewayUrl, readIpfsUri } from './ipfs-address.ts'

/** Content that a token names: a CID, or a path such as `/1.png` in the folder of a CID. */
export type ContentAddress = { readonly cid: AnyCid; readonly path: string }

/** Reads an `ipfs://` address, that of a gateway, and a CID alone, which older collections have. */
export const contentAddress = (text: string): ContentAddress | undefined => {
  const written = text.replaceAll(' ', '%20').replace(/[?#].*$/u, '')
  const url = /^https?:/iu.test(written) ? URL.parse(written) : null
  const found =
    url === null ? (readIpfsUri(written) ?? readIpfsUri(`ipfs://${written}`)) : readGatewayUrl(url)
  const cid = found && readAnyCid(found.cid)
  return cid === undefined || found === undefined
    ? undefined
    : { cid, path: found.path.replace(/\/+$/u, '') }
}

/** As a gateway has it in its paths. */
export const addressText = ({ cid, path }: ContentAddress): string => `${cid}${path}`
