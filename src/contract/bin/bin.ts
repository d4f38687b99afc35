import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { exampleIds, exampleImage, exampleTime } from '../examples.ts'

const binKind = z.enum(['collection', 'token'])

/** A token or a collection that was deleted and can be restored. */
export const binItem = z
  .object({
    id: shortText,
    kind: binKind,
    name: longText,
    /** Of a collection it is its own. */
    collection_id: shortText,
    /** Absent once the collection of the token cannot be restored any more. */
    collection_name: longText.optional(),
    /** How many tokens are restored with a collection. */
    token_count: z.int().optional(),
    /** Of a token, or of the first of a collection. */
    image: longText.optional(),
    deleted_at: shortText,
    kept_until: shortText,
  })
  .meta({
    id: 'BinItem',
    examples: [
      {
        id: exampleIds.token,
        kind: 'token',
        name: 'Fern No. 01',
        collection_id: exampleIds.collection,
        collection_name: 'Herbarium',
        image: exampleImage,
        deleted_at: exampleTime,
        kept_until: exampleTime,
      },
    ],
  })
export type BinItem = z.output<typeof binItem>

export const itemRestored = z
  .object({
    restored: z.literal(true),
    restored_id: shortText,
    kind: binKind,
    name: longText,
    collection_id: shortText,
  })
  .meta({
    id: 'ItemRestored',
    examples: [
      {
        restored: true,
        restored_id: exampleIds.token,
        kind: 'token',
        name: 'Fern No. 01',
        collection_id: exampleIds.collection,
      },
    ],
  })

export const binEmptied = z
  .object({ deleted: z.literal(true), deleted_items: z.int(), deleted_at: shortText })
  .meta({
    id: 'BinEmptied',
    examples: [{ deleted: true, deleted_items: 3, deleted_at: exampleTime }],
  })
