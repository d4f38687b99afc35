import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { type ImportFormat, importFormat } from '#contract/imports/import-formats.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { type ColumnChoice, noMapping, type RememberedMapping } from '../plan/remembered-mapping.ts'
import { headerKey } from '../table/shape-table.ts'

/** More than the widest collections have. */
const maxColumns = 1000

const remembered = z.object({
  columns: listOf(z.object({ header: shortText, to: shortText })).max(maxColumns),
  readings: listOf(z.object({ guessed: importFormat, format: importFormat })).max(100),
  names: shortText.nullable(),
  assetNames: shortText.nullable().default(null),
})
const mappingRow = z.object({ mapping: columns.json(remembered) })

type MappedCollection = { readonly accountId: string; readonly collectionId: string }

/** What was chosen now. A column of its own header, and a format as it was recognised, are no news. */
export type MappingChange = {
  readonly columns?: readonly ColumnChoice[]
  readonly reading?: { readonly guessed: ImportFormat; readonly format: ImportFormat }
  /** Null: the format's own. */
  readonly names?: string | null
  /** Null: the one that fits the table. */
  readonly assetNames?: string | null
}

/** How the folders of each collection were read and mapped before. */
export interface Mappings {
  of(collection: MappedCollection): RememberedMapping | undefined
  remember(collection: MappedCollection, change: MappingChange): void
  /** @param header of the column that is forgotten; by default everything */
  forget(collection: MappedCollection, header?: string): void
}

export const createMappings = (db: Database, now: () => Date): Mappings => {
  const of: Mappings['of'] = ({ accountId, collectionId }) =>
    db.get(
      mappingRow,
      'SELECT mapping FROM import_mappings WHERE account_id = :accountId AND collection_id = :collectionId',
      { accountId, collectionId },
    )?.mapping

  const store = ({ accountId, collectionId }: MappedCollection, mapping: RememberedMapping) => {
    const key = { account_id: accountId, collection_id: collectionId }
    if (isDeepStrictEqual(mapping, noMapping)) {
      db.run(
        'DELETE FROM import_mappings WHERE account_id = :accountId AND collection_id = :collectionId',
        { accountId, collectionId },
      )
      return
    }
    const row = { ...key, mapping, updated_at: now().toISOString() }
    db.upsert('import_mappings', row, 'account_id', 'collection_id')
  }

  return {
    of,
    remember: (collection, { columns: chosen = [], reading, names, assetNames }) =>
      db.transact(() => {
        const before = of(collection) ?? noMapping
        const news = new Set(chosen.map(({ header }) => headerKey(header)))
        store(collection, {
          columns: [
            ...before.columns.filter(({ header }) => !news.has(headerKey(header))),
            ...chosen.filter(({ header, to }) => header !== to),
          ].slice(-maxColumns),
          readings: [
            ...before.readings.filter(({ guessed }) => guessed !== reading?.guessed),
            ...(reading === undefined || reading.guessed === reading.format ? [] : [reading]),
          ],
          names: names === undefined ? before.names : names,
          assetNames: assetNames === undefined ? before.assetNames : assetNames,
        })
      }),
    forget: (collection, header) =>
      db.transact(() => {
        const before = of(collection)
        if (before === undefined) return
        if (header === undefined) return store(collection, noMapping)
        const left = before.columns.filter(
          (column) => headerKey(column.header) !== headerKey(header),
        )
        store(collection, { ...before, columns: left })
      }),
  }
}
