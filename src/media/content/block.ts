import { createHash } from 'node:crypto'
import { decode } from '@ipld/dag-pb'
import type { CID } from 'multiformats/cid'

/** Multicodecs of UnixFS: nodes with links, and bytes without. */
const dagPb = 0x70
const raw = 0x55
/** Multihash codes of sha2-256, and of the identity, whose CID holds the bytes themselves. */
const sha256 = 0x12
const identity = 0x00

/** Bytes. Gateways and nodes exchange no larger blocks. */
export const largestBlock = 2 * 1024 * 1024

/** Whether the bytes are those that the CID names. */
export const isBlockOf = (bytes: Uint8Array, { multihash: { code, digest } }: CID): boolean =>
  code === sha256
    ? Buffer.compare(createHash('sha256').update(bytes).digest(), digest) === 0
    : code === identity && Buffer.compare(bytes, digest) === 0

/** Whether the CID can be that of a file or a folder whose blocks can be checked. */
export const isUnixFsCid = ({ code, multihash }: CID): boolean =>
  (code === dagPb || code === raw) && (multihash.code === sha256 || multihash.code === identity)

/** Whether the CID holds its block itself, which therefore needs no fetching. */
export const isInline = ({ multihash }: CID): boolean => multihash.code === identity

/** The blocks below this one, without those that are in their CIDs. @throws Error for bytes that are no node */
export const linksOf = ({ code }: CID, bytes: Uint8Array): readonly CID[] =>
  code === dagPb
    ? decode(bytes)
        .Links.map(({ Hash }) => Hash)
        .filter((cid) => !isInline(cid))
    : []
