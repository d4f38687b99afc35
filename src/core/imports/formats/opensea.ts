import { basename } from 'node:path'
import { headerKey } from '../table/shape-table.ts'
import { assetNames } from './asset-names.ts'
import type { Format } from './format.ts'
import {
  cellsOf,
  filesBeside,
  hasHeader,
  readCsv,
  renamingWorks,
  reshape,
  tryTable,
} from './csv-table.ts'
import { formatNote, traitHeader } from './record-table.ts'

/** OpenSea Studio: `tokenID,name,description,file_name,external_url,attributes[Eyes]`. */
export const opensea: Format = {
  name: 'opensea',
  recognise: async (source) => {
    const found = await tryTable(source)
    if (found === undefined || hasHeader(found.table, 'asset_name')) return undefined
    return hasHeader(found.table, ...numbers) && hasHeader(found.table, 'file_name')
      ? { strength: 'sure', reason: `${found.name} has the columns tokenID and file_name` }
      : undefined
  },
  read: async (source) => {
    const { tablePath, table } = await readCsv(source)
    const seeds = cellsOf(table).map((cell) => ({
      name: cell('name'),
      number: cell(...numbers) || undefined,
    }))
    const names = assetNames(seeds, basename(source.folder))
    return {
      tablePath,
      table: reshape(table, {
        rename: renamingWorks(source, table, renamed),
        added: [{ header: 'asset_name', cells: names.map((name) => name ?? '') }],
        notes: [formatNote(madeNames)],
      }),
    }
  },
  works: filesBeside,
}

const numbers = ['tokenid', 'token_id']

const madeNames =
  'Asset names are made of the letters of the name and the tokenID, such as Bean0001. You can change them here.'

const fields: Readonly<Record<string, string>> = {
  tokenid: 'ignore:tokenID',
  token_id: 'ignore:token_id',
  file_name: 'image',
  external_url: 'ignore:external_url',
  animation_url: 'ignore:animation_url',
  name: 'name',
  description: 'description',
}

/** `attributes[Eyes]` and `attributes|Eyes` are the trait Eyes. */
const renamed = (header: string): string => {
  const trait = /^attributes(?:\[(?<inner>.*)\]|\|(?<after>.*))$/isu.exec(header)?.groups
  const name = trait?.['inner'] ?? trait?.['after']
  if (name !== undefined) return traitHeader(name.trim())
  return fields[headerKey(header)] ?? header
}
