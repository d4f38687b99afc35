import type { ExportFormat } from '#contract/imports/export-formats.ts'
import { isFormula } from '#values/text/csv-line.ts'
import { countText } from '#values/text/format.ts'
import { textOfValue } from '#contract/tokens/attribute-value.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { PolicyId } from '#cardano/ids.ts'
import { type Metadatum, tokenMetadata } from '#cardano/metadata.ts'
import { worksOf } from '#cardano/template.ts'
import type { TokenColumn } from '../plan/column-target.ts'
import { adaPriceHeader } from '../plan/price-column.ts'
import type { ExistingToken, PlanCollection } from '../plan/plan-types.ts'
import { assetNames, numberAtEnd, plainName } from './asset-names.ts'
import { tokenCell } from '../plan/token-change.ts'
import { tableOfCells } from '../table/shape-table.ts'
import { cellOfText } from '../table/shown-text.ts'
import type { Table } from '../table/table-types.ts'
import { writeTable } from '../table/write-table.ts'

/** A file, or the files of a folder by their names. */
export type ExportedTokens = Uint8Array | ReadonlyMap<string, Uint8Array>

/** The names of files that lie beside the export, by the addresses that tokens have. */
export type ExportedFileNames = ReadonlyMap<string, string>

/** @param safeCells makes text of cells that a spreadsheet would run, which an import reads as they were */
export const exportTokens = (
  format: ExportFormat,
  collection: PlanCollection,
  tokens: readonly ExistingToken[],
  names: ExportedFileNames = new Map(),
  safeCells = false,
): ExportedTokens => {
  if (format === 'cip25') return asMetadata(collection, tokens)
  if (format === 'nmkr') return asMetadataFiles(collection, tokens)
  return asTable(rowsOf(format, collection, tokens, names), safeCells)
}

/** The table of a format that is one. */
const rowsOf = (
  format: 'csv' | 'opensea',
  collection: PlanCollection,
  tokens: readonly ExistingToken[],
  names: ExportedFileNames,
): readonly ReadonlyMap<string, string>[] =>
  format === 'csv'
    ? tokens.map((token) => cellsOf(token, names))
    : openseaRows(collection, tokens, names)

/** A sentence about the cells that a spreadsheet would run, if there are any. */
export const formulaNote = (
  format: ExportFormat,
  collection: PlanCollection,
  tokens: readonly ExistingToken[],
): string | undefined => {
  if (format !== 'csv' && format !== 'opensea') return undefined
  const rows = rowsOf(format, collection, tokens, new Map())
  const found = rows.flatMap((row) => [...row.values()]).filter(isFormula)
  return found[0] === undefined
    ? undefined
    : `${countText(found.length, 'cell begins', 'cells begin')} with =, +, - or @, such as "${found[0].slice(0, 40)}": a spreadsheet would run ${found.length === 1 ? 'it' : 'them'} as ${found.length === 1 ? 'a formula' : 'formulas'}.`
}

/** What an export in this format leaves out, as sentences for whoever is about to make it. */
export const unheldFields = (
  format: ExportFormat,
  collection: PlanCollection,
  tokens: readonly ExistingToken[],
  hasFiles = false,
): readonly string[] => {
  if (format === 'csv') return []
  const priced = tokens.filter(({ fields }) => fields.price !== undefined).length
  return [
    ...(priced === 0
      ? []
      : [`The format has no prices: ${countText(priced, 'token has', 'tokens have')} one.`]),
    ...(format === 'nmkr' ? namesChangedByNmkr(tokens) : []),
    ...(format === 'opensea' ? lostInOpensea(collection, tokens, hasFiles) : []),
  ]
}

const namesChangedByNmkr = (tokens: readonly ExistingToken[]): readonly string[] => {
  const changed = tokens.filter(({ assetName }) => plainName(assetName) !== assetName).length
  return changed === 0
    ? []
    : [
        `NMKR keeps letters and digits of an asset name alone, and would change ${countText(changed, 'name')}.`,
      ]
}

/** Rows by their headers, as a CSV. */
const asTable = (rows: readonly ReadonlyMap<string, string>[], safeCells: boolean): Uint8Array =>
  writeTable(tableOfRows(rows, (text) => cellOfText(text, safeCells)))

const tableOfRows = (
  rows: readonly ReadonlyMap<string, string>[],
  cell: (text: string) => string,
): Table => {
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return tableOfCells(
    header,
    rows.map((row) => header.map((name) => cell(row.get(name) ?? ''))),
  )
}

/** The table that an export writes, to be edited here. */
export const tableOfTokens = (tokens: readonly ExistingToken[]): Table =>
  tableOfRows(
    tokens.map((token) => cellsOf(token, new Map())),
    (text) => text,
  )

const exportedFields = [
  'asset_name',
  'name',
  'image',
  'description',
  'media_type',
  'price',
] as const satisfies readonly TokenColumn[]

/** Coldpress's own columns, then tags and attributes under headers that cannot mean anything else. */
const cellsOf = (token: ExistingToken, names: ExportedFileNames): ReadonlyMap<string, string> => {
  const { metadata_attributes, custom_attributes } = token.fields
  const own = exportedFields.map((name) => {
    const cell = tokenCell(token, { kind: 'field', name })
    return [
      name === 'price' ? adaPriceHeader : name,
      name === 'image' ? nameOf(cell, names) : cell,
    ] as const
  })
  return new Map([
    ...own,
    ...(metadata_attributes ?? []).map(
      ({ tag, value }) => [tag, nameOf(textOfValue(value), names)] as const,
    ),
    ...Object.entries(custom_attributes ?? {}).map(
      ([key, value]) => [`custom:${key}`, textOfValue(value)] as const,
    ),
  ])
}

const nameOf = (address: string | null, names: ExportedFileNames): string =>
  names.get(address ?? '') ?? address ?? ''

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

/** A `.metadata` file for each token, complete CIP-25, as NMKR Studio takes them beside the files. */
const asMetadataFiles = (
  collection: PlanCollection,
  tokens: readonly ExistingToken[],
): ReadonlyMap<string, Uint8Array> => {
  const stems = fileStems(tokens)
  return new Map(
    tokens.map((token, at) => [`${stems[at]}.metadata`, asMetadata(collection, [token])]),
  )
}

/** The name of each token's files without their endings: letters and digits of its asset name. */
export const fileStems = (tokens: readonly ExistingToken[]): readonly string[] => {
  const taken = new Set<string>()
  return tokens.map(({ assetName }, at) => {
    const plain = plainName(assetName)
    // Two names may differ in case or in what NMKR drops, and are no two files everywhere.
    const stem = plain === '' || taken.has(plain.toLowerCase()) ? `${plain}-${at + 1}` : plain
    taken.add(stem.toLowerCase())
    return stem
  })
}

/** OpenSea Studio's table: attributes by the names that they have on chain, also those of all tokens. */
const openseaRows = (
  { metadata }: PlanCollection,
  tokens: readonly ExistingToken[],
  names: ExportedFileNames,
): readonly ReadonlyMap<string, string>[] => {
  const [work] = worksOf(metadata ?? undefined)
  const isOfWork = isOfWorks(metadata ?? undefined)
  const fixed = Object.entries(metadata?.attributes ?? {}).filter(
    ([, text]) => !/<.*>/su.test(text),
  )
  const numbers = tokenNumbers(tokens)
  return tokens.map(({ assetName, image, fields }, at) => {
    const { name, description, metadata_attributes, custom_attributes } = fields
    return new Map([
      ['tokenID', numbers[at] ?? assetName],
      ['name', name],
      ['description', textOfValue(description ?? '')],
      ['file_name', nameOf(image, names)],
      ...(work === undefined
        ? []
        : [['animation_url', nameOf(valueOf(fields, work.tag), names)] as const]),
      ...[
        ...fixed,
        ...(metadata_attributes ?? [])
          .filter(({ tag }) => !isOfWork(tag))
          .map(({ tag, value }) => [tag.slice(1, -1), value] as const),
        ...Object.entries(custom_attributes ?? {}),
      ].map(([key, value]) => [`attributes[${key}]`, textOfValue(value)] as const),
    ])
  })
}

const valueOf = ({ metadata_attributes = [] }: ExistingToken['fields'], tag: string): string =>
  textOfValue(metadata_attributes.find((attribute) => attribute.tag === tag)?.value ?? '')

/** Whether a tag stands for a work or for its media type. */
const isOfWorks = (template: MetadataTemplate | undefined): ((tag: string) => boolean) => {
  const tags = new Set(worksOf(template).flatMap(({ tag, typeTag }) => [tag, typeTag]))
  return (tag) => tags.has(tag)
}

/** The numbers at the end of the asset names where each has its own, else the tokens' places from 1. */
const tokenNumbers = (tokens: readonly ExistingToken[]): readonly string[] => {
  const own = tokens.map(({ assetName }) => numberAtEnd(assetName)?.replace(/^0+(?=\d)/u, ''))
  return own.includes(undefined) || new Set(own).size < own.length
    ? tokens.map((_, at) => String(at + 1))
    : own.map((number) => number ?? '')
}

/** An import makes asset names of the name and the number, as `opensea.ts` does. */
const lostInOpensea = (
  { name, metadata }: PlanCollection,
  tokens: readonly ExistingToken[],
  hasFiles: boolean,
): readonly string[] => {
  const works = worksOf(metadata ?? undefined).length
  const numbers = tokenNumbers(tokens)
  const made = assetNames(
    tokens.map(({ fields }, at) => ({ name: fields.name, number: numbers[at] })),
    name,
  )
  const changed = tokens.filter(({ assetName }, at) => assetName !== made[at]).length
  const typed = tokens.filter(({ fields }) => fields.media_type !== undefined).length
  return [
    ...(changed === 0
      ? []
      : [
          `OpenSea's table has no asset names. An import makes them of the name and the number: ${countText(changed, 'token gets', 'tokens get')} another one, such as ${made.find((name, at) => name !== tokens[at]?.assetName) ?? ''}.`,
        ]),
    ...(typed === 0 ? [] : ['It has no media types: an import reads them from the images.']),
    ...(works > 1 ? ['It holds one work of each token: the others are left out.'] : []),
    ...(works > 0 && !hasFiles
      ? ['An import reads works from it only where their files lie beside it.']
      : []),
    ...(hasFiles
      ? []
      : [
          'The column file_name has IPFS addresses, and OpenSea Studio wants the names of files: export it with files.',
        ]),
  ]
}

const assetOf = (
  template: MetadataTemplate | undefined,
  { assetName, image, onChain, fields }: ExistingToken,
  policyId: PolicyId,
): Metadatum => {
  const content = {
    ...fields,
    asset_name: assetName,
    image: onChain?.image ?? image ?? '',
    description: fields.description,
    media_type: fields.media_type,
    corrected_media_type: onChain?.mediaType,
    metadata_attributes: fields.metadata_attributes ?? [],
    custom_attributes: fields.custom_attributes ?? {},
  }
  const policy = tokenMetadata(template, content, policyId)['721'][policyId]
  return typeof policy === 'object' && !Array.isArray(policy)
    ? (Object.entries(policy)[0]?.[1] ?? {})
    : {}
}
