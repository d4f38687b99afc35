import { limits } from '#values/bounds/limits.ts'
import type { Operations } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { binEmptied, binItem, itemRestored } from './bin.ts'

const tag = 'Bin'
const path = '/bin'

/** Coldpress's own. */
export const binOperations = {
  binItems: {
    method: 'GET',
    path,
    query: pageQuery,
    response: pageOf(binItem),
    idempotent: true,
    tag,
    summary: 'List what was deleted and can be restored',
    description: `For ${limits.binDays} days, newest first. The tokens that were deleted with their collection are part of it.`,
    errors: {},
    action: 'list the bin',
  },
  restoreItem: {
    method: 'POST',
    path: `${path}/:item_id/restore`,
    response: itemRestored,
    idempotent: false,
    tag,
    summary: 'Restore a deleted token or collection under its ID',
    description:
      'By the rules for a new one. A token has no price then. A collection has its tokens again, and not its sales; its royalty has to be confirmed again.',
    errors: {
      not_found: 'The bin has nothing of this ID.',
      conflict: 'The asset name was taken meanwhile, or the collection of the token is deleted.',
    },
    action: 'restore it',
  },
  emptyBin: {
    method: 'DELETE',
    path,
    response: binEmptied,
    idempotent: true,
    tag,
    summary: 'Delete for ever what is in the bin',
    description: 'Keys stay in the vault, and images where they are pinned.',
    errors: {},
    action: 'empty the bin',
  },
} as const satisfies Operations
