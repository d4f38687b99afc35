import { z } from 'zod'

/**
 * The forms in which a folder may describe tokens, in the order in which they are looked for.
 * docs/formats.md says what each is recognised by.
 */
export const importFormats = [
  'csv',
  'sugar',
  'nmkr',
  'hashlips',
  'opensea',
  'thirdweb',
  'shop',
  'cip25',
  'erc721',
  'folder',
] as const
export type ImportFormat = (typeof importFormats)[number]

export const importFormat = z.enum(importFormats)

/** Whether a file's name is that of an Excel or OpenDocument workbook that can be read. */
export const isWorkbookName = (name: string): boolean => /\.(?:xlsx|xlsm|ods)$/iu.test(name)

/** Whether a file's name says that it holds a table that can be read. */
export const isTableName = (name: string): boolean =>
  /\.(?:csv|tsv)$/iu.test(name) || isWorkbookName(name)

/** Names that a table may have, and other text too: only its content tells. */
export const mayHoldTable = (name: string): boolean => /\.(?:txt|tab|xls)$/iu.test(name)

/**
 * Whether a file is opened in a folder that was neither picked in the system's dialog nor given to a
 * command: a page could name any folder of the user's (SECURITY.md).
 */
export const isReadUnpicked = (name: string): boolean =>
  /\.(?:csv|tsv|xlsx|ods|json|metadata|metadatacip68)$/iu.test(name)

/**
 * Of files that describe tokens in one format or another, what they are by their names: metadata, a
 * table, a spreadsheet that cannot be read, or text that may be anything. Undefined for others.
 */
export const kindOfDescription = (
  name: string,
): 'json' | 'table' | 'spreadsheet' | 'text' | undefined => {
  if (/\.(?:json|jsonl|ndjson|json5|metadata|metadatacip68)$/iu.test(name)) return 'json'
  if (isTableName(name) || /\.(?:xls|tab)$/iu.test(name)) return 'table'
  if (/\.(?:xls[a-z]|xlt[a-z]?|ots|fods|numbers|gsheet)$/iu.test(name)) return 'spreadsheet'
  return /\.txt$/iu.test(name) ? 'text' : undefined
}

/** As a person reads it. */
export const formatLabels: Readonly<Record<ImportFormat, string>> = {
  sugar: 'Metaplex Sugar',
  hashlips: 'HashLips',
  nmkr: 'NMKR Studio',
  opensea: 'OpenSea CSV',
  thirdweb: 'thirdweb',
  shop: 'Export of a shop',
  cip25: 'CIP-25 metadata',
  erc721: 'JSON files beside images',
  csv: 'Table',
  folder: 'Files without a table',
}

/** Whether its rows are those of one table, so that a table outside the folder can be named. */
export const isOfTable = (format: ImportFormat): boolean =>
  ['csv', 'opensea', 'thirdweb', 'shop', 'nmkr'].includes(format)
