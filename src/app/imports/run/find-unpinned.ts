import { Cid } from '#media/content/cid.ts'
import type { PinSet } from '#media/pinning/pin-set.ts'
import type { Item } from '../journal/journal-schema.ts'
import { type RetrySettings, retryTransient } from '../pipeline/retry-transient.ts'

/** Whether the import makes content of a file for the item: its image, or a work beside it. */
export const hasFiles = ({ image, works }: Pick<Item, 'image' | 'works'>): boolean =>
  image.kind === 'file' || works.length > 0

/** The content that was made of the item's files. Only this is pinned. */
const contentOfItem = ({
  image,
  cid,
  works,
}: Pick<Item, 'image' | 'cid' | 'works'>): readonly Cid[] =>
  [image.kind === 'file' ? cid : null, ...works.map((work) => work.cid)].flatMap((content) =>
    content === null ? [] : [Cid(content)],
  )

/** The content that was made of files, each once. */
export const contentsOfItems = (
  items: readonly Pick<Item, 'image' | 'cid' | 'works'>[],
): readonly Cid[] => [...new Set(items.flatMap(contentOfItem))]

/**
 * Asks the pin targets before the first image: whether they answer, and for every image that an earlier
 * run pinned. A place may be another by now, or may have lost pins.
 * @returns the images that some place does not have
 */
export const findUnpinned = async (
  { pins, retrySettings }: { readonly pins: PinSet; readonly retrySettings: RetrySettings },
  items: readonly Item[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  if (!items.some(hasFiles)) return new Set()
  const images = contentsOfItems(items)
  await retryTransient(() => pins.test(signal), retrySettings, signal)
  const held = await retryTransient(() => pins.ask(images, signal), retrySettings, signal)
  return new Set(images.filter((cid) => !held.has(cid)))
}

/** Whether the journal calls the item's content pinned, and some place does not have all of it. */
export const isPinnedAgain = (item: Item, unpinned: ReadonlySet<string>): boolean =>
  (item.stage === 'pinned' || item.stage === 'added') &&
  contentOfItem(item).some((cid) => unpinned.has(cid))
