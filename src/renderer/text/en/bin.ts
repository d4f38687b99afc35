import { limits } from '#values/bounds/limits.ts'
import { countText, numberText } from '#values/text/format.ts'

const days = countText(limits.binDays, 'day')

/** What was deleted and can be restored. */
export const bin = {
  title: 'Bin',
  list: 'Deleted tokens and collections',
  lead: `What you delete at the Local studio stays here for ${days}. A restored token has no price.`,
  /** Beside a question, by whether the service keeps it. */
  kept: (isKept: boolean, count = 1) => {
    if (!isKept) return 'This can’t be undone.'
    return `You can restore ${count === 1 ? 'it' : 'them'} for ${days} from the bin.`
  },
  name: 'Name',
  token: (collection: string) => `Token of ${collection}`,
  lostToken: 'Token of a deleted collection',
  collection: (tokens: number) => `Collection with ${countText(tokens, 'token')}`,
  deletedAt: 'Deleted',
  left: 'Time left',
  keptUntil: (day: string) => `Kept until ${day}`,
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore ${name}`,
  restored: (name: string) => `“${name}” was restored.`,
  restoredAll: (count: number) => `${countText(count, 'token')} restored.`,
  failed: (done: number, all: number, why: string) =>
    all === 1
      ? `It was not restored: ${why}`
      : `${numberText(done)} of ${countText(all, 'item')} restored. The first that was not: ${why}`,
  empty: 'Empty the bin…',
  emptyTitle: 'Empty the bin?',
  emptyText: (count: number) =>
    `${countText(count, 'item')} will be deleted for ever. Keys stay in your vault, and images where they are pinned.`,
  emptyNow: 'Empty the bin',
  keep: 'Keep them',
  emptied: 'The bin is empty now.',
  none: {
    title: 'The bin is empty',
    text: 'Tokens and collections that you delete at the Local studio appear here.',
  },
}
