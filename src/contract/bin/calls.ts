import { z } from 'zod'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import type { WindowCalls } from '../window/call.ts'
import { binItem, itemRestored } from './bin.ts'

/** An item with the CIDv0 of its image; null without one. */
export const binItemView = binItem.extend({ cid: shortText.nullable() })
export type BinItemView = z.output<typeof binItemView>

const inBin = z.object({ accountId: shortText })

/** What was deleted at a Local studio. Other services keep nothing. */
export const binCalls = {
  'bin.list': { reads: true, input: inBin, output: listOf(binItemView) },
  /** Restores one after another. What cannot be restored keeps no other from it. */
  'bin.restore': {
    changes: [
      { area: 'bin' },
      { area: 'collections', by: ['accountId'] },
      { area: 'collection' },
      { area: 'tokens' },
    ],
    input: inBin.extend({ ids: listOf(shortText).min(1) }),
    output: z.object({
      restored: listOf(itemRestored.pick({ kind: true, name: true, collection_id: true })),
      failures: listOf(longText),
    }),
  },
  'bin.empty': {
    changes: [{ area: 'bin' }],
    input: inBin,
    output: z.null(),
  },
} as const satisfies WindowCalls
