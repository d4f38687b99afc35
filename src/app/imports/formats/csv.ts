import type { Format } from './format.ts'
import { filesBeside, hasHeader, readCsv, tableFile, tryTable } from './csv-table.ts'

/** A table of Coldpress's own columns, or of others that are mapped to them. */
export const csv: Format = {
  name: 'csv',
  recognise: async (source) => {
    const found = await tryTable(source)
    if (found !== undefined && hasHeader(found.table, 'asset_name'))
      return {
        strength:
          hasHeader(found.table, 'image') && hasHeader(found.table, 'name') ? 'sure' : 'likely',
        reason: `${found.name} has the column asset_name`,
      }
    if (source.named !== undefined && !/\.json$/iu.test(source.named))
      return { strength: 'possible', reason: 'it was chosen as the table' }
    const [table] = await source.tables()
    return table && { strength: 'possible', reason: `the folder holds the table ${table.name}` }
  },
  read: readCsv,
  describes: tableFile,
  works: filesBeside,
}
