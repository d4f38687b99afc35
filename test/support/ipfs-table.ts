import { createHash } from 'node:crypto'
import { CID } from 'multiformats/cid'
import { create as digestOf } from 'multiformats/hashes/digest'

const tags = ['paper', 'ink', 'plant', 'press', 'season', 'border', 'frame', 'mood']

/** Metadata of a collection with a tag for each of the table's columns that is none of a token's own. */
export const taggedMetadata = {
  name: '<name>',
  asset_name: '<asset_name>',
  image: '<image>',
  media_type: '<media_type>',
  description: '<description>',
  attributes: Object.fromEntries(tags.map((tag) => [tag, `<${tag}>`])),
}

const rawCodec = 0x55
const sha256Code = 0x12

/**
 * Images that are on IPFS already, each under a CIDv1 of its own: 66 bytes, so that each row gets a
 * warning. 16 columns, of which 13 repeat their values.
 */
export const ipfsTable = (count: number): string => {
  const header = ['asset_name', 'name', 'description', 'image', 'media_type', ...tags]
  const lines = Array.from({ length: count }, (_, index) => {
    const digest = digestOf(sha256Code, createHash('sha256').update(`${index}`).digest())
    return [
      `Print${index + 1}`,
      `Print No. ${index + 1}`,
      'Ink on paper',
      `ipfs://${CID.createV1(rawCodec, digest).toString()}`,
      'image/png',
      ...tags.map((tag, at) => `${tag} ${(index * 7 + at) % (9 + at)}`),
      `${index + 1} of ${count}`,
      `plate ${index % 311}`,
      `${1990 + (index % 37)}`,
    ].join(',')
  })
  const columns = [...header, 'custom:edition', 'custom:plate', 'custom:year']
  return [columns.join(','), ...lines, ''].join('\n')
}
