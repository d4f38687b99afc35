import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { quoted } from '#values/text/text.ts'
import { major, writeHead } from '../../cbor.ts'
import type { PolicyId } from '../../ids.ts'
import type { Metadatum } from '../../metadata.ts'
import type { RoyaltyMetadata } from '../../royalty.ts'
import { bytes, list, map, unsigned } from './encode.ts'

/** The versions of CIP-25: names as text, or as bytes where one is not UTF-8. */
export type Cip25Version = 1 | 2

/** One token's entry: its name as a key of the metadata, and its value. */
export type MetadataEntry = readonly [Uint8Array, Uint8Array]

const nftLabel = 721n
const royaltyLabel = 777n

/**
 * Lists and maps in their order; keys are text.
 * @throws ColdpressError `invalid` for a text or key over 64 bytes or with a lone surrogate
 */
export const metadatumCbor = (value: Metadatum): Uint8Array => {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return integer(value)
  if (isList(value)) return list(value.map(metadatumCbor))
  return map(Object.entries(value).map(([key, inner]) => [text(key), metadatumCbor(inner)]))
}

const integer = (value: number): Uint8Array =>
  value < 0 ? writeHead(major.negative, -1n - BigInt(value)) : unsigned(BigInt(value))

const isList = (value: Metadatum): value is readonly Metadatum[] => Array.isArray(value)

const text = (content: string): Uint8Array => {
  const encoded = Buffer.from(content)
  if (encoded.length <= limits.metadatumBytes && content.isWellFormed())
    return concatBytes(writeHead(major.text, encoded.length), encoded)
  throw new ColdpressError(
    'invalid',
    content.isWellFormed()
      ? `metadata: ${quoted(content)} is ${encoded.length} bytes in UTF-8, at most ${limits.metadatumBytes} allowed in one string; split it`
      : `metadata: ${quoted(content)} holds half a character; type it again`,
  )
}

/** A token's name as a key: text in version 1, bytes in version 2 (CIP-25). */
export const nameKey = (version: Cip25Version, name: Uint8Array): Uint8Array =>
  version === 1 ? concatBytes(writeHead(major.text, name.length), name) : bytes(name)

/**
 * Auxiliary data for tokens of one policy. `version` applies to the whole transaction, so the two
 * are never mixed. Version 2 must be stated (CIP-25).
 * @param stated how the collection spells version 1
 */
export const nftAuxiliary = (
  version: Cip25Version,
  policyId: PolicyId,
  entries: readonly MetadataEntry[],
  stated: string,
): Uint8Array => {
  const policyKey = version === 1 ? text(policyId) : bytes(hexToBytes(policyId))
  const content = map([
    [policyKey, map(entries)],
    [text('version'), version === 1 ? text(stated) : unsigned(2n)],
  ])
  return map([[unsigned(nftLabel), content]])
}

/** The auxiliary data of a royalty token (CIP-27). */
export const royaltyAuxiliary = (metadata: RoyaltyMetadata): Uint8Array =>
  map([[unsigned(royaltyLabel), metadatumCbor(metadata['777'])]])
