import { bytesToHex } from '@noble/hashes/utils.js'
import type { MetadataFacts, NftFacts } from '../../../shared/transactions.ts'
import type { CborItem } from '../cbor-items.ts'
import { PolicyId } from '../ids.ts'
import { unitOf, type Unit } from '../value.ts'
import { entry, joinedText, jsonOf, keyText, type Fault } from './inspect-metadatum.ts'
import { readableName } from './inspect-values.ts'

type Version = 1 | 2
type Minted = ReadonlyMap<Unit, bigint>
type Read = { readonly nfts: NftFacts[]; readonly faults: Fault[] }

/** CIP-25: every token that label 721 describes, and what of it no wallet will show. */
export const nftsIn = (
  label: CborItem,
  minted: Minted,
): Read & { readonly version: MetadataFacts['version'] } => {
  if (label.kind !== 'map')
    return { version: null, nfts: [], faults: [{ fault: 'not_a_map', at: '721' }] }
  const version = versionIn(label)
  const policies = label.entries.filter(({ key }) => !isVersionKey(key))
  const parts = policies.map(({ key, value }) => policyIn(key, value, version ?? 1, minted))
  const versionFaults: Fault[] =
    version === undefined ? [{ fault: 'version_unknown', at: '721.version' }] : []
  return {
    version: version ?? null,
    nfts: parts.flatMap(({ nfts }) => nfts),
    faults: [...versionFaults, ...parts.flatMap(({ faults }) => faults)],
  }
}

const isVersionKey = (key: CborItem): boolean => key.kind === 'text' && key.value === 'version'

/** 1 where nothing is said. Both numbers and texts are on chain. */
const versionIn = (label: CborItem): Version | undefined => {
  const stated = entry(label, 'version')
  if (stated === undefined) return 1
  const text = stated.kind === 'int' ? String(stated.value) : joinedText(stated)
  if (text === '1' || text === '1.0') return 1
  return text === '2' || text === '2.0' ? 2 : undefined
}

const policyIn = (key: CborItem, value: CborItem, version: Version, minted: Minted): Read => {
  const at = `721.${keyText(key)}`
  const policyId = policyKey(key)
  if (policyId === undefined) return { nfts: [], faults: [{ fault: 'policy_unreadable', at }] }
  if (value.kind !== 'map') return { nfts: [], faults: [{ fault: 'not_a_map', at }] }
  const faults = keyFaults(key, version, at)
  const read = value.entries.map((asset) =>
    assetIn({ policyId, key: asset.key, value: asset.value, version, minted, at }),
  )
  return {
    nfts: read.map(({ nft }) => nft),
    faults: [...faults, ...read.flatMap((one) => one.faults)],
  }
}

/** Version 1 writes policies as hex text in lower case, version 2 as bytes. */
const policyKey = (key: CborItem): PolicyId | undefined => {
  const hex = key.kind === 'bytes' ? bytesToHex(key.value) : keyText(key)
  return /^[0-9a-f]{56}$/u.test(hex) ? PolicyId(hex) : undefined
}

const keyFaults = (key: CborItem, version: Version, at: string): Fault[] => {
  if (key.kind === 'bytes' && version === 1) return [{ fault: 'version_missing', at }]
  return key.kind === 'text' && version === 2 ? [{ fault: 'version_mixed', at }] : []
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

const assetIn = (asset: Asset): { readonly nft: NftFacts; readonly faults: Fault[] } => {
  const { policyId, key, value, version } = asset
  const at = `${asset.at}.${keyText(key)}`
  const nameHex =
    key.kind === 'bytes' ? bytesToHex(key.value) : Buffer.from(keyText(key)).toString('hex')
  const nft: NftFacts = {
    policyId,
    nameHex,
    assetName: readableName(nameHex),
    isMinted: isMinted(asset, nameHex),
    // never in pieces (CIP-25): a wallet shows none, or the first
    name: textIn(entry(value, 'name')),
    image: joinedText(entry(value, 'image')),
    mediaType: textIn(entry(value, 'mediaType')),
    description: joinedText(entry(value, 'description')),
    attributes: attributesIn(value),
  }
  return {
    nft,
    faults: [
      ...(value.kind === 'map' ? contentFaults(nft, at) : [{ fault: 'not_a_map', at } as const]),
      ...keyFaults(key, version, at),
      ...mintFaults(asset, nft, at),
    ],
  }
}

const textIn = (item: CborItem | undefined): string | null =>
  item?.kind === 'text' ? item.value : null

const attributesIn = (value: CborItem): NftFacts['attributes'] =>
  value.kind === 'map'
    ? value.entries.flatMap(({ key, value: found }) =>
        key.kind === 'text' && ownFields.has(key.value)
          ? []
          : [{ key: keyText(key), value: jsonOf(found) }],
      )
    : []

const isMinted = ({ policyId, minted }: Asset, nameHex: string): boolean =>
  nameHex.length <= 64 && (minted.get(unitOf(policyId, nameHex)) ?? 0n) > 0n

const contentFaults = (nft: NftFacts, at: string): Fault[] => {
  const faults: Fault[] = []
  if (nft.name === null) faults.push({ fault: 'name_missing', at })
  if (nft.image === null) faults.push({ fault: 'image_missing', at })
  // CIP-25: a URI, so that a wallet knows where to look
  else if (!/^[a-z][a-z0-9+.-]*:/iu.test(nft.image))
    faults.push({ fault: 'image_without_scheme', at })
  return faults
}

/** Only a mint that happens with it makes metadata count. */
const mintFaults = (asset: Asset, nft: NftFacts, at: string): Fault[] => {
  if (nft.isMinted) return []
  const { key } = asset
  const isHexOfMinted =
    key.kind === 'text' && /^(?:[0-9a-f]{2})*$/u.test(key.value) && isMinted(asset, key.value)
  return [{ fault: isHexOfMinted ? 'name_in_hex' : 'not_minted', at }]
}
