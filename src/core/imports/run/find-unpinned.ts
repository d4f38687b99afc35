import { Cid } from '#core/content/cid.ts'
import type { PinSet } from '#core/pinning/pin-set.ts'
import type { Item } from '../journal/journal-schema.ts'
import { type RetrySettings, retryTransient } from '../pipeline/retry-transient.ts'

/** The images that were made of files, each once. Only these are pinned. */
export const imagesOf = (items: readonly Item[]): readonly Cid[] => [
  ...new Set(
    items.flatMap(({ image, cid }) => (image.kind === 'file' && cid !== null ? [Cid(cid)] : [])),
  ),
]

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
  if (items.every(({ image }) => image.kind !== 'file')) return new Set()
  const images = imagesOf(items)
  await retryTransient(() => pins.test(signal), retrySettings, signal)
  const held = await retryTransient(() => pins.ask(images, signal), retrySettings, signal)
  return new Set(images.filter((cid) => !held.has(cid)))
}

/** Whether the journal calls the item's image pinned, and some place does not have it. */
export const isPinnedAgain = (
  { stage, image, cid }: Item,
  unpinned: ReadonlySet<string>,
): boolean =>
  image.kind === 'file' &&
  cid !== null &&
  (stage === 'pinned' || stage === 'added') &&
  unpinned.has(cid)
