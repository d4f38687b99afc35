import { namingFolder } from '../plan/collection-name.ts'
import { headerKey } from '../table/shape-table.ts'
import { assetNames, patternOfSeeds } from './asset-names.ts'
import type { Format } from './format.ts'
import {
  cellsOf,
  filesBeside,
  hasHeader,
  readCsv,
  renamingWorks,
  reshape,
  tableFile,
  tryTable,
} from './csv-table.ts'
import { traitHeader } from './record-table.ts'

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
    const names = assetNames(seeds, namingFolder(source.folder))
    return {
      tablePath,
      made: { seeds, pattern: patternOfSeeds(seeds) },
      table: reshape(table, {
        rename: await renamingWorks(source, table, renameHeader),
        added: [{ header: 'asset_name', cells: names.map((name) => name ?? '') }],
      }),
    }
  },
  describes: tableFile,
  works: filesBeside,
}

const numbers = ['tokenid', 'token_id']

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
const renameHeader = (header: string): string => {
  const trait = /^attributes(?:\[(?<inner>.*)\]|\|(?<after>.*))$/isu.exec(header)?.groups
  const name = trait?.['inner'] ?? trait?.['after']
  if (name !== undefined) return traitHeader(name.trim())
  return fields[headerKey(header)] ?? header
}
