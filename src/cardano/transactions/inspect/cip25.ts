import { bytesToHex } from '@noble/hashes/utils.js'
import type { MetadataSummary, NftSummary } from '#contract/signing/transactions.ts'
import type { CborItem } from '../../cbor-items.ts'
import { PolicyId } from '../../ids.ts'
import { unitOf, type Unit } from '../../value.ts'
import { findEntry, joinedText, metadatumJson, keyText, type MetadataError } from './metadatum.ts'
import { readableName } from './values.ts'

type Version = 1 | 2
type Minted = ReadonlyMap<Unit, bigint>
type Read = { readonly nfts: NftSummary[]; readonly errors: MetadataError[] }

/** CIP-25: every token under label 721, and the parts that wallets will not show. */
export const nftsIn = (
  label: CborItem,
  minted: Minted,
): Read & { readonly version: MetadataSummary['version'] } => {
  if (label.kind !== 'map')
    return { version: null, nfts: [], errors: [{ error: 'not_a_map', at: '721' }] }
  const version = versionIn(label)
  const policies = label.entries.filter(({ key }) => !isVersionKey(key))
  const parts = policies.map(({ key, value }) => policyIn(key, value, version ?? 1, minted))
  const versionErrors: MetadataError[] =
    version === undefined ? [{ error: 'version_unknown', at: '721.version' }] : []
  return {
    version: version ?? null,
    nfts: parts.flatMap(({ nfts }) => nfts),
    errors: [...versionErrors, ...parts.flatMap(({ errors }) => errors)],
  }
}

const isVersionKey = (key: CborItem): boolean => key.kind === 'text' && key.value === 'version'

/** 1 by default. Both numbers and texts occur on chain. */
const versionIn = (label: CborItem): Version | undefined => {
  const stated = findEntry(label, 'version')
  if (stated === undefined) return 1
  const text = stated.kind === 'int' ? String(stated.value) : joinedText(stated)
  if (text === '1' || text === '1.0') return 1
  return text === '2' || text === '2.0' ? 2 : undefined
}

const policyIn = (key: CborItem, value: CborItem, version: Version, minted: Minted): Read => {
  const at = `721.${keyText(key)}`
  const policyId = policyKey(key)
  if (policyId === undefined) return { nfts: [], errors: [{ error: 'policy_unreadable', at }] }
  if (value.kind !== 'map') return { nfts: [], errors: [{ error: 'not_a_map', at }] }
  const errors = keyErrors(key, version, at)
  const read = value.entries.map((asset) =>
    assetIn({ policyId, key: asset.key, value: asset.value, version, minted, at }),
  )
  return {
    nfts: read.map(({ nft }) => nft),
    errors: [...errors, ...read.flatMap((policy) => policy.errors)],
  }
}

/** Version 1 writes policies as hex text in lower case, version 2 as bytes. */
const policyKey = (key: CborItem): PolicyId | undefined => {
  const hex = key.kind === 'bytes' ? bytesToHex(key.value) : keyText(key)
  return /^[0-9a-f]{56}$/u.test(hex) ? PolicyId(hex) : undefined
}

const keyErrors = (key: CborItem, version: Version, at: string): MetadataError[] => {
  if (key.kind === 'bytes' && version === 1) return [{ error: 'version_missing', at }]
  return key.kind === 'text' && version === 2 ? [{ error: 'version_mixed', at }] : []
}

type Asset = {
  readonly policyId: PolicyId
  readonly key: CborItem
  readonly value: CborItem
  readonly version: Version
  readonly minted: Minted
  readonly at: string
}

/** CIP-25's own fields; what is left are attributes. */
const ownFields: ReadonlySet<string> = new Set(['name', 'image', 'mediaType', 'description'])

const assetIn = (asset: Asset): { readonly nft: NftSummary; readonly errors: MetadataError[] } => {
  const { policyId, key, value, version } = asset
  const at = `${asset.at}.${keyText(key)}`
  const nameHex =
    key.kind === 'bytes' ? bytesToHex(key.value) : Buffer.from(keyText(key)).toString('hex')
  const nft: NftSummary = {
    policyId,
    nameHex,
    assetName: readableName(nameHex),
    isMinted: isMinted(asset, nameHex),
    // never in pieces (CIP-25): a wallet shows none, or the first
    name: textIn(findEntry(value, 'name')),
    image: joinedText(findEntry(value, 'image')),
    mediaType: textIn(findEntry(value, 'mediaType')),
    description: joinedText(findEntry(value, 'description')),
    attributes: attributesIn(value),
  }
  return {
    nft,
    errors: [
      ...(value.kind === 'map' ? contentErrors(nft, at) : [{ error: 'not_a_map', at } as const]),
      ...keyErrors(key, version, at),
      ...mintErrors(asset, nft, at),
    ],
  }
}

const textIn = (item: CborItem | undefined): string | null =>
  item?.kind === 'text' ? item.value : null

const attributesIn = (value: CborItem): NftSummary['attributes'] =>
  value.kind === 'map'
    ? value.entries.flatMap(({ key, value: found }) =>
        key.kind === 'text' && ownFields.has(key.value)
          ? []
          : [{ key: keyText(key), value: metadatumJson(found) }],
      )
    : []

const isMinted = ({ policyId, minted }: Asset, nameHex: string): boolean =>
  nameHex.length <= 64 && (minted.get(unitOf(policyId, nameHex)) ?? 0n) > 0n

const contentErrors = (nft: NftSummary, at: string): MetadataError[] => {
  const errors: MetadataError[] = []
  if (nft.name === null) errors.push({ error: 'name_missing', at })
  if (nft.image === null) errors.push({ error: 'image_missing', at })
  // CIP-25: a URI, so that a wallet knows where to look
  else if (!/^[a-z][a-z0-9+.-]*:/iu.test(nft.image))
    errors.push({ error: 'image_without_scheme', at })
  return errors
}

/** Metadata counts only with a mint in the same transaction. */
const mintErrors = (asset: Asset, nft: NftSummary, at: string): MetadataError[] => {
  if (nft.isMinted) return []
  const { key } = asset
  const isHexOfMinted =
    key.kind === 'text' && /^(?:[0-9a-f]{2})*$/u.test(key.value) && isMinted(asset, key.value)
  return [{ error: isHexOfMinted ? 'name_in_hex' : 'not_minted', at }]
}
