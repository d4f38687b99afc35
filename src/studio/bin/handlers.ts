import type { BinItem } from '#contract/bin/bin.ts'
import type { binOperations } from '#contract/bin/operations.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../server/paging.ts'
import {
  type BinRow,
  countTokensInBin,
  emptyBin,
  firstTokenInBin,
  forgetDeleted,
  listBin,
} from '../store/bin.ts'
import { findCollections } from '../store/collections.ts'
import { keptSince, keptUntil } from './kept.ts'
import { restoreBinItem } from './restore.ts'

export const binHandlers = (studio: Studio): HandlersOf<typeof binOperations> => ({
  binItems: ({ query }) => {
    const start = pageStart(query, 'bin')
    const rows = listBin(studio.database, keptSince(studio), start)
    return pageOfRows(rows, start, 'bin', (row) => itemView(studio, row))
  },

  restoreItem: ({ params }) => {
    const { id, kind, content, collection_id } = restoreBinItem(studio, params.item_id)
    return { restored: true, restored_id: id, kind, name: content.name, collection_id }
  },

  emptyBin: () => ({
    deleted: true,
    deleted_items: studio.database.transact(() => {
      forgetDeleted(studio.database, keptSince(studio))
      return emptyBin(studio.database)
    }),
    deleted_at: studio.now().toISOString(),
  }),
})

const itemView = (studio: Studio, row: BinRow): BinItem => ({
  id: row.id,
  kind: row.kind,
  name: row.content.name,
  collection_id: row.collection_id,
  ...(row.kind === 'token' ? tokenParts(studio, row) : collectionParts(studio, row)),
  deleted_at: row.deleted_at,
  kept_until: keptUntil(row.deleted_at),
})

type Of<Kind> = Extract<BinRow, { readonly kind: Kind }>

const tokenParts = ({ database }: Studio, { collection_id: id, content }: Of<'token'>) => {
  const [collection] = findCollections(database, [id])
  return {
    image: content.image,
    ...(collection === undefined ? {} : { collection_name: collection.name }),
  }
}

const collectionParts = ({ database }: Studio, { id, content }: Of<'collection'>) => {
  const image = content.cover ?? firstTokenInBin(database, id)?.content.image
  return {
    collection_name: content.name,
    token_count: countTokensInBin(database, id),
    ...(image === undefined ? {} : { image }),
  }
}
