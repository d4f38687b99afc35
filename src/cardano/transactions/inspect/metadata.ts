import { limits } from '#values/bounds/limits.ts'
import { bytesOf } from '#values/text/text.ts'
import type { MetadataSummary } from '#contract/signing/transactions.ts'
import type { CborEntry, CborItem } from '../../cbor-items.ts'
import type { Unit } from '../../value.ts'
import { nftsIn } from './cip25.ts'
import { findEntry, joinedText, metadatumJson, keyText, type MetadataError } from './metadatum.ts'
import { entriesOf, fieldsOf, isNull, itemsOf, unsignedIn } from '../../cbor-access.ts'

/** Auxiliary data of any era, taken apart. */
export type Auxiliary = {
  readonly labels: readonly (readonly [label: string, value: CborItem])[]
  readonly nativeScripts: readonly CborItem[]
  readonly plutusScripts: number
}

const auxiliaryTag = 259n

export const auxiliaryIn = (item: CborItem | undefined): Auxiliary => {
  if (item === undefined) return { labels: [], nativeScripts: [], plutusScripts: 0 }
  if (item.kind === 'list') {
    const [metadata, scripts] = item.items
    return {
      labels: labelsIn(metadata),
      nativeScripts: scripts === undefined ? [] : itemsOf(scripts, 'the auxiliary scripts'),
      plutusScripts: 0,
    }
  }
  if (item.kind !== 'tag' || item.tag !== auxiliaryTag)
    return { labels: labelsIn(item), nativeScripts: [], plutusScripts: 0 }
  const fields = fieldsOf(item.item, 'the auxiliary data')
  const scripts = (field: bigint) => {
    const list = fields.get(field)
    return list === undefined ? [] : itemsOf(list, 'the auxiliary scripts')
  }
  return {
    labels: labelsIn(fields.get(0n)),
    nativeScripts: scripts(1n),
    plutusScripts: [2n, 3n, 4n].reduce((count, field) => count + scripts(field).length, 0),
  }
}

const labelsIn = (item: CborItem | undefined): Auxiliary['labels'] =>
  item === undefined || isNull(item)
    ? []
    : entriesOf(item, 'the metadata', (key) => String(unsignedIn(key, 'a metadata label')))

/** The content of the metadata, exactly and as wallets will show it; null without any. */
export const metadataIn = (
  { labels }: Auxiliary,
  minted: ReadonlyMap<Unit, bigint>,
): MetadataSummary | null => {
  if (labels.length === 0) return null
  const of = (label: string) => labels.find(([found]) => found === label)?.[1]
  const nfts = of('721')
  const royalty = of('777')
  const read = nfts === undefined ? undefined : nftsIn(nfts, minted)
  return {
    labels: labels.map(([label, value]) => ({ label, json: metadatumJson(value) })),
    version: read?.version ?? null,
    nfts: read?.nfts ?? [],
    errors: [
      ...labels.flatMap(([label, value]) => ledgerErrors(value, label)),
      ...(read?.errors ?? []),
    ],
    royalty: royalty === undefined ? null : royaltyIn(royalty),
  }
}

/** Rules for every value: strings of at most 64 bytes, unique keys. */
const ledgerErrors = (item: CborItem, at: string): MetadataError[] => {
  if (item.kind === 'list')
    return item.items.flatMap((inner, position) => ledgerErrors(inner, `${at}[${position}]`))
  if (item.kind === 'map') return mapErrors(item.entries, at)
  const length = item.kind === 'text' ? bytesOf(item.value) : lengthOfBytes(item)
  return length > limits.metadatumBytes ? [{ error: 'text_too_long', at }] : []
}

const lengthOfBytes = (item: CborItem): number => (item.kind === 'bytes' ? item.value.length : 0)

const mapErrors = (entries: readonly CborEntry[], at: string): MetadataError[] => {
  const seen = new Set<string>()
  return entries.flatMap(({ key, value }) => {
    const name = keyText(key)
    const identity = JSON.stringify(metadatumJson(key))
    const twice: MetadataError[] = seen.has(identity)
      ? [{ error: 'key_twice', at: `${at}.${name}` }]
      : []
    seen.add(identity)
    return [
      ...twice,
      ...ledgerErrors(key, `${at}.${name}`),
      ...ledgerErrors(value, `${at}.${name}`),
    ]
  })
}

/** CIP-27. `pct` is the key that it had at first. */
const royaltyIn = (item: CborItem): NonNullable<MetadataSummary['royalty']> => {
  const rate = findEntry(item, 'rate')
  const text = rate ?? findEntry(item, 'pct')
  const isRate = text?.kind === 'text' && /^(?:0?\.\d+|[01](?:\.\d*)?)$/u.test(text.value)
  return {
    rate: isRate && Number(text.value) <= 1 ? text.value : null,
    address: joinedText(findEntry(item, 'addr')),
    usesOldKey: rate === undefined && text !== undefined,
  }
}
