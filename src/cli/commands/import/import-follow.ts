import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ImportProgress } from '#core/imports/run/progress.ts'
import { once } from '#core/once.ts'
import type { Session } from '#cli/session.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'

/**
 * The buffers of an import lie outside V8's heap, yet count towards its limit: V8 would collect
 * after every 11 MB of them, which took a tenth of the time of an import. Room to grow by more than
 * three fifths only lets garbage stay. The space for new objects stays as it is: planning a large
 * table would leave it grown by 80 MB. Little of the code runs often enough to pay for compiling it
 * to the last, on a core that the images need (docs/benchmarks.md).
 * Only when all that most imports need is loaded: what V8 keeps compiled on the disk is for these
 * settings alone, and a command with others compiles it all again, and writes it again at its end.
 */
const limitV8Threads = (): void => {
  setFlagsFromString('--heap-growing-percent=20')
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--efficiency-mode')
}

/**
 * The space for new objects has grown while the program was loaded: by 80 MB, when a large table is
 * planned in it. Shrunk, it stays small. The heap grows less between collections, too: a dry run
 * keeps most of what it reads.
 */
export const limitNewSpace = (): void => {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
  shrinkHeap()
}

/** A collection of last resort: only that one gives back the space for new objects. */
const shrinkHeap = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
}

type Follower = {
  readonly signal: AbortSignal
  readonly onOpened: () => void
  readonly onProgress: ReturnType<typeof drawProgress>['update']
}

const hasImagesLeft = ({ stages }: ImportProgress): boolean =>
  stages.some(({ stage, done, total }) => stage === 'image' && done < total)

/** Shows progress while it runs. */
export const follow = async <T>(
  session: Session,
  work: (follower: Follower) => Promise<T>,
): Promise<T> => {
  const progress = drawProgress(session.terminal)
  // planning 10,000 rows leaves 90 MB of garbage, which would stay as long as the import takes
  const heap = once(shrinkHeap)
  try {
    return await work({
      signal: session.signal,
      onOpened: limitV8Threads,
      onProgress: (now) => {
        if (hasImagesLeft(now)) heap.get()
        progress.update(now)
      },
    })
  } finally {
    progress.end()
  }
}
