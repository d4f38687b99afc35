import { hash } from 'node:crypto'
import { encode } from '@ipld/dag-pb'
import { UnixFS } from 'ipfs-unixfs'
import { importFile } from 'ipfs-unixfs-importer'
import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { create as multihash, decode as decodeMultihash } from 'multiformats/hashes/digest'
import { ColdpressError } from '#values/errors/errors.ts'

/** A CIDv0, `Qm…`, 46 characters: dag-pb, sha2-256. The only form Coldpress stores and mints. */
export type Cid = string & { readonly __brand: 'Cid' }

/** A CIDv1 in base32 of content that no CIDv0 names, such as a raw block. */
export type CidV1 = string & { readonly __brand: 'CidV1' }

/** Content of others in the one form that Coldpress stores: CIDv0 where there is one, else CIDv1. */
export type AnyCid = Cid | CidV1

/** Bytes in one piece or as a stream, which is read once. */
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>

/** @throws ColdpressError `invalid` when the text is no CIDv0. */
export const Cid = (text: string): Cid => {
  if (isCidV0(text)) return text
  throw new ColdpressError(
    'invalid',
    'The CID is not a CIDv0. Give 46 characters that start with "Qm".',
  )
}

export type ParsedCid = {
  readonly version: 0 | 1
  /** Multicodec number of what the hashed block is: 0x70 dag-pb, 0x55 raw, … */
  readonly codec: number
  /** The multihash in lower-case base32 without a prefix. */
  readonly multihash: string
  /** The same block named as CIDv0; undefined for what a CIDv0 cannot name. */
  readonly v0: Cid | undefined
}

const dagPb = 0x70
const sha256Code = 0x12
const sha256Length = 32

const anyBase = base32.decoder.or(base36.decoder).or(base58btc.decoder)

/** Reads a CID of either version in base32, base36 or base58btc; undefined when the text is none. */
export const readCid = (text: string): ParsedCid | undefined => {
  if (isCidV0(text)) return { version: 0, codec: dagPb, multihash: multihashOf(text), v0: text }
  const cid = parse(text)
  if (cid === undefined) return undefined
  return {
    version: cid.version,
    codec: cid.code,
    multihash: flat(base32.baseEncode(cid.multihash.bytes)),
    v0: v0Of(cid),
  }
}

/**
 * The library adds one letter after the other, and V8 keeps such a text as a tree of 1 kB until it is
 * read: the keys of 100,000 images took 107 MB.
 */
const flat = (ascii: string): string => Buffer.from(ascii, 'latin1').toString('latin1')

/** Decoding takes 10 µs, and an import asks several times for each image. About 3 MB. */
const knownMultihashes = new Map<Cid, string>()
const mostKnown = 16_384

const multihashOf = (cid: Cid): string => {
  const known = knownMultihashes.get(cid)
  if (known !== undefined) return known
  const multihash = flat(base32.baseEncode(base58btc.baseDecode(cid)))
  if (knownMultihashes.size >= mostKnown) knownMultihashes.clear()
  knownMultihashes.set(cid, multihash)
  return multihash
}

const v0Of = (cid: CID): Cid | undefined => {
  const { code, digest } = cid.multihash
  const hasV0 = cid.code === dagPb && code === sha256Code && digest.length === sha256Length
  return hasV0 ? branded(cid.toV0()) : undefined
}

/** The library's own object in the form that Coldpress stores. */
export const anyCidOf = (cid: CID): AnyCid => v0Of(cid) ?? v1Of(cid)

const v1Of = (cid: CID): CidV1 => {
  const text = cid.toV1().toString(base32)
  if (!isV1(text)) throw new Error('the library wrote no base32')
  return text
}

const isV1 = (text: string): text is CidV1 => text.startsWith(base32.prefix)

/** Reads what {@link readCid} reads. */
export const readAnyCid = (text: string): AnyCid | undefined => {
  const cid = parse(text)
  return cid === undefined ? undefined : anyCidOf(cid)
}

/** @throws ColdpressError `invalid` when the text is no CID */
export const AnyCid = (text: string): AnyCid => {
  const cid = readAnyCid(text)
  if (cid !== undefined) return cid
  throw new ColdpressError('invalid', 'The text is not a CID.')
}

/** The CIDv0 of a multihash as {@link ParsedCid} has it; undefined when the text is none. */
export const cidOfMultihash = (multihash: string): Cid | undefined => {
  try {
    return branded(CID.createV1(dagPb, decodeMultihash(base32.baseDecode(multihash))).toV0())
  } catch {
    return undefined
  }
}

/** Whether the text is a CID that {@link readCid} reads. */
export const isCid = (text: string): boolean => isCidV0(text) || parse(text) !== undefined

const base58Of46 = /^[1-9A-HJ-NP-Za-km-z]{46}$/u
/** The CIDv0 of the digests of 32 bytes 0x00 and 32 bytes 0xff. */
const lowestCidV0 = 'QmNLei78zWmzUdbeRB3CiUfAizWUrbeeZh5K1rhAQKCh51'
const highestCidV0 = 'QmfZy5bvk7a3DQAjCbGNtmrPXWkyVvPrdnZMyBZ5q5ieKG'

/** Recognises a CIDv0 without decoding it: base58 texts of equal length sort like their numbers. */
const isCidV0 = (text: string): text is Cid =>
  base58Of46.test(text) && text >= lowestCidV0 && text <= highestCidV0

/** Longer than any CID of a usual hash; keeps a hostile text from costing time. */
const longestCid = 128

const parse = (text: string): CID | undefined => {
  if (text.length > longestCid) return undefined
  try {
    if (text.startsWith('Qm')) return CID.decode(base58btc.baseDecode(text))
    // CID.parse would keep each text for as long as its CID, in a weak map, which is slow.
    const cid = CID.decode(anyBase.decode(text))
    // The text of a CIDv0 has no prefix.
    return cid.version === 0 ? undefined : cid
  } catch {
    return undefined
  }
}

/** The library's own object for a CID that is known to be well-formed. */
export const cidObject = (cid: AnyCid): CID => CID.parse(cid)

/**
 * Whether two CIDs of any version and base name the same block: equal multihash and codec. Services
 * choose the form, so texts are never compared.
 */
export const sameContent = (a: string, b: string): boolean => {
  const [first, second] = [readCid(a), readCid(b)]
  return (
    first !== undefined &&
    second !== undefined &&
    first.codec === second.codec &&
    first.multihash === second.multihash
  )
}

/** 53 bytes: fits one string of on-chain metadata, which holds 64. */
export const ipfsUri = (cid: Cid): string => `ipfs://${cid}`

/**
 * The CID Kubo gives these bytes by default: UnixFS profile `unixfs-v0-2015` (IPIP-499), that is
 * CIDv0, dag-pb leaves of 256 KiB, at most 174 links per node. Streams; memory stays flat.
 */
export const cidOf = (source: Bytes): Promise<Cid> => importBlocks(source, () => undefined)

/**
 * Builds the UnixFS DAG of the bytes and passes each block to `take`, children before parents. Up
 * to ten blocks may be in progress.
 * @returns the root.
 */
export const importBlocks = async (source: Bytes, take: TakeBlock): Promise<Cid> => {
  if (source instanceof Uint8Array && source.length <= chunkBytes) return importOne(source, take)
  // The importer writes its defaults into the options: they must be a fresh object each time.
  const options = { profile: 'unixfs-v0-2015' } as const
  const { cid } = await importFile({ content: source }, blockTaker(take), { ...options })
  return branded(cid)
}

/** Bytes of the profile's chunks: a file that is no longer is a single block. */
const chunkBytes = 262_144

/** The importer would send it through a dozen streams, which takes longer than hashing it. */
const importOne = async (data: Uint8Array, take: TakeBlock): Promise<Cid> => {
  const bytes = encode({ Data: new UnixFS({ type: 'file', data }).marshal(), Links: [] })
  const cid = CID.createV0(multihash(sha256Code, hash('sha256', bytes, 'buffer')))
  await take(cid, bytes)
  return branded(cid)
}

export type TakeBlock = (cid: CID, bytes: Uint8Array) => void | Promise<void>

/** What the importer stores blocks in. */
export const blockTaker = (take: TakeBlock) => ({
  async put(cid: CID, bytes: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    if (!(bytes instanceof Uint8Array)) throw new TypeError('a block came in pieces')
    await take(cid, bytes)
    return cid
  },
})

const branded = (cid: CID): Cid => {
  const text = base58btc.baseEncode(cid.multihash.bytes)
  if (!isCidV0(text)) throw new Error('the importer gave no CIDv0')
  return text
}
