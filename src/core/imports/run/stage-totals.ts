import type { Item } from '../journal/journal-schema.ts'
import { madeBefore } from '../pipeline/preparation.ts'
import type { ImportStage } from './progress.ts'

/** Whether the item still has to go through the image process. */
export const needsImage = (item: Item): boolean =>
  item.image.kind === 'file' && item.stage !== 'added' && madeBefore(item) === undefined

/** How many items each stage has, and how many of them an earlier run has done. */
export const stageTotals = (
  items: readonly Item[],
): Readonly<Record<ImportStage, { readonly total: number; readonly already: number }>> => {
  const files = items.filter(({ image }) => image.kind === 'file')
  const left = files.filter(needsImage).length
  const added = items.filter(({ stage }) => stage === 'added').length
  const pinned = files.filter(({ stage }) => stage === 'pinned' || stage === 'added').length
  return {
    hash: { total: files.length, already: files.length - left },
    image: { total: files.length, already: files.length - left },
    pin: { total: files.length, already: pinned },
    upload: { total: items.length, already: added },
  }
}
