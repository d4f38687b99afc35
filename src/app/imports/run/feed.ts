import type { Item } from '../journal/journal-schema.ts'
import {
  type Entry,
  type FileEntryWork,
  madeBefore,
  type Preparation,
  type WithImage,
} from '../pipeline/preparation.ts'
import type { Queue } from '../pipeline/queue.ts'
import type { Batcher } from '../upload/batcher.ts'
import type { TokenToSend } from '../upload/reconcile.ts'
import { hasFiles, isPinnedAgain } from './find-unpinned.ts'
import type { Progress } from './progress.ts'
import { needsWorks } from './stage-totals.ts'

/** The first queue of each stage that an item may begin with. */
type StageQueues = {
  readonly toHash: Queue<FileEntryWork>
  readonly toWorks: Queue<WithImage>
  readonly toPin: Queue<WithImage>
  readonly toUpload: Queue<WithImage>
}

type Feeding = {
  readonly steps: Pick<Preparation, 'recall'>
  readonly progress: Progress
  readonly batcher: Batcher<TokenToSend>
  /** Content that its pin targets lack. */
  readonly unpinned: ReadonlySet<string>
  readonly queues: StageQueues
}

/** Items that are looked up in the memory of earlier imports at once. */
const recalledAtOnce = 64

/** Sends each item to the stage recorded in the journal, in row order. */
export const feed = async (feeding: Feeding, items: readonly Item[]): Promise<void> => {
  for (let start = 0; start < items.length; start += recalledAtOnce) {
    const some = items.slice(start, start + recalledAtOnce)
    for (const [at, item] of (await feeding.steps.recall(some)).entries()) {
      if (item !== some[at]) countRecalled(feeding.progress, item)
      await route(feeding, { item, position: start + at })
    }
  }
}

const countRecalled = (progress: Progress, item: Item): void => {
  progress.done('hash')
  if (!needsWorks(item)) progress.done('image')
  if (item.stage === 'pinned') progress.done('pin')
}

const route = async (
  { batcher, unpinned, queues: { toHash, toWorks, toPin, toUpload } }: Feeding,
  { position, item }: Entry,
): Promise<void> => {
  const made = madeBefore(item)
  if (item.stage === 'added') batcher.gone(position)
  const entry = { position, item, made }
  if (isPinnedAgain(item, unpinned)) await toPin.push(entry)
  else if (item.stage === 'added') return
  else if (item.image.kind === 'file' && made === undefined)
    await toHash.push({ position, item, file: item.image.file })
  else if (needsWorks(item)) await toWorks.push(entry)
  else if (item.stage === 'pinned' || !hasFiles(item)) await toUpload.push(entry)
  else await toPin.push(entry)
}
