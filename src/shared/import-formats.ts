import { z } from 'zod'

/**
 * The forms in which a folder may describe tokens, in the order in which they are looked for.
 * docs/formats.md says what each is recognised by.
 */
export const importFormats = [
  'csv',
  'sugar',
  'hashlips',
  'nmkr',
  'opensea',
  'thirdweb',
  'cip25',
  'erc721',
  'folder',
] as const
export type ImportFormat = (typeof importFormats)[number]

export const importFormat = z.enum(importFormats)

/** Whether a file's name is that of an Excel or OpenDocument workbook. */
export const isWorkbookName = (name: string): boolean => /\.(?:xlsx|ods)$/iu.test(name)

/** Whether a file's name says that it holds a table. */
export const isTableName = (name: string): boolean =>
  /\.(?:csv|tsv)$/iu.test(name) || isWorkbookName(name)

/** As a person reads it. */
export const formatLabels: Readonly<Record<ImportFormat, string>> = {
  sugar: 'Metaplex Sugar',
  hashlips: 'HashLips',
  nmkr: 'NMKR Studio',
  opensea: 'OpenSea CSV',
  thirdweb: 'thirdweb',
  cip25: 'CIP-25 metadata',
  erc721: 'JSON files beside images',
  csv: 'Table',
  folder: 'Files without a table',
}

/** Whether its rows are those of one table, so that a table outside the folder can be named. */
export const isOfTable = (format: ImportFormat): boolean =>
  ['csv', 'opensea', 'thirdweb', 'nmkr'].includes(format)
