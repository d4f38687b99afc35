import { plainAda } from '#shared/format.ts'
import type { MetadataTemplate } from '#shared/wire/collection.ts'
import { PolicyId } from '#core/cardano/ids.ts'
import { type Metadatum, tokenMetadata } from '#core/cardano/metadata.ts'
import type { TokenColumn } from '../plan/column-target.ts'
import type { ExistingToken, PlanCollection } from '../plan/plan-types.ts'
import { tableOfCells } from '../table/shape-table.ts'
import { writeTable } from '../table/write-table.ts'

/** What a collection's tokens are written as. An import reads each of them back. */
export const exportFormats = ['csv', 'cip25'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The tokens of a collection as a file. */
export const exportTokens = (
  format: ExportFormat,
  collection: PlanCollection,
  tokens: readonly ExistingToken[],
): Uint8Array => (format === 'csv' ? asTable(tokens) : asMetadata(collection, tokens))

/** Coldpress's own columns, then tags and attributes under headers that cannot mean anything else. */
const asTable = (tokens: readonly ExistingToken[]): Uint8Array => {
  const rows = tokens.map(cellsOf)
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return writeTable(
    tableOfCells(
      header,
      rows.map((row) => header.map((name) => row.get(name) ?? '')),
    ),
  )
}

const cellsOf = ({ assetName, image, fields }: ExistingToken): ReadonlyMap<string, string> => {
  const { name, description, media_type, price, metadata_attributes, custom_attributes } = fields
  const own: Readonly<Record<TokenColumn, string>> = {
    asset_name: assetName,
    name,
    image: image ?? '',
    description: description ?? '',
    media_type: media_type ?? '',
    price: price === undefined ? '' : plainAda(BigInt(price)),
  }
  return new Map([
    ...Object.entries(own),
    ...(metadata_attributes ?? []).map(({ tag, value }) => [tag, value] as const),
    ...Object.entries(custom_attributes ?? {}).map(
      ([key, value]) => [`custom:${key}`, value] as const,
    ),
  ])
}

/** CIP-25 metadata of all tokens in one file, as it is or will be on chain. */
const asMetadata = (
  { metadata, policy }: PlanCollection,
  tokens: readonly ExistingToken[],
): Uint8Array => {
  const policyId = PolicyId(policy.policy_id)
  const assets = tokens.map((token) => [
    token.assetName,
    assetOf(metadata ?? undefined, token, policyId),
  ])
  const all = { '721': { [policyId]: Object.fromEntries(assets), version: '1.0' } }
  return new TextEncoder().encode(`${JSON.stringify(all, null, 2)}\n`)
}

const assetOf = (
  template: MetadataTemplate | undefined,
  { assetName, image, fields }: ExistingToken,
  policyId: PolicyId,
): Metadatum => {
  const content = {
    ...fields,
    asset_name: assetName,
    image: image ?? '',
    description: fields.description,
    media_type: fields.media_type,
    metadata_attributes: fields.metadata_attributes ?? [],
    custom_attributes: fields.custom_attributes ?? {},
  }
  const policy = tokenMetadata(template, content, policyId)['721'][policyId]
  return typeof policy === 'object' && !Array.isArray(policy)
    ? (Object.entries(policy)[0]?.[1] ?? {})
    : {}
}
