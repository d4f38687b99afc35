import type { Item } from '../journal/journal-schema.ts'
import { madeBefore } from '../pipeline/preparation.ts'
import { hasFiles } from './find-unpinned.ts'
import type { ImportStage } from './progress.ts'

/** Whether the item still has to go through the image process. */
export const needsImage = (item: Item): boolean =>
  item.image.kind === 'file' && item.stage !== 'added' && madeBefore(item) === undefined

/** Whether the content store has to take a work of the item. */
export const needsWorks = (item: Item): boolean =>
  item.stage !== 'added' && item.works.some(({ cid }) => cid === null)

/** How many items each stage has, and how many of them an earlier run has done. */
export const stageTotals = (
  items: readonly Item[],
): Readonly<Record<ImportStage, { readonly total: number; readonly already: number }>> => {
  const images = items.filter(({ image }) => image.kind === 'file')
  const left = images.filter(needsImage).length
  const files = items.filter(hasFiles)
  const unfinished = files.filter((item) => needsImage(item) || needsWorks(item)).length
  const added = items.filter(({ stage }) => stage === 'added').length
  const pinned = files.filter(({ stage }) => stage === 'pinned' || stage === 'added').length
  return {
    hash: { total: images.length, already: images.length - left },
    image: { total: files.length, already: files.length - unfinished },
    pin: { total: files.length, already: pinned },
    upload: { total: items.length, already: added },
  }
}
