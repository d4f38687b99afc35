import type { Token } from '#contract/tokens/token.ts'
import { type Cid, readCid } from './cid.ts'

/**
 * The CIDv0 of the token's image: services answer `ipfs://<cid>`, whole or in pieces of 64 bytes,
 * with a CID of either version. Null for an image elsewhere, or one that has no CIDv0.
 */
export const imageCid = ({ image }: Pick<Token, 'image'>): Cid | null => {
  const text = Array.isArray(image) ? image.join('') : (image ?? '')
  const cid = /^(?:ipfs:\/\/(?:ipfs\/)?)?(?<cid>[^/]+)$/u.exec(text)?.groups?.['cid']
  return (cid === undefined ? undefined : readCid(cid)?.v0) ?? null
}
