import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { once } from '#core/once.ts'
import type { Session } from '#cli/session.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'

/**
 * Each collection in one go: while V8 marks beside the program, as it does by itself, the heap grows
 * by a third beyond its limit, and what was freed waits for the next collection: 20 MB in an import,
 * and more processor time. The program stands still for 20 to 100 ms instead, which nobody sees on a
 * command line.
 * The parser of HTTP answers is one huge function in WebAssembly: compiling it to the last takes
 * 30 MB, and a few thousand answers do not need it (docs/benchmarks.md).
 */
const limitHeap = (growingPercent: number): void => {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`)
  setFlagsFromString('--no-incremental-marking')
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--wasm-tiering-budget=2000000000')
}

/**
 * The buffers of an import lie outside V8's heap, yet count towards its limit: V8 would collect
 * after every 11 MB of them, which took a tenth of the time of an import. The space for new objects
 * stays as it is: planning a large table would leave it grown by 80 MB. Little of the code runs
 * often enough to pay for compiling it to the last, on a core that the images need
 * (docs/benchmarks.md).
 * Only when all that most imports need is loaded: what V8 keeps compiled on the disk is for these
 * settings alone, and a command with others compiles it all again, and writes it again at its end.
 */
const limitV8Threads = (): void => {
  limitHeap(60)
  setFlagsFromString('--efficiency-mode')
}

/**
 * For a dry run, which keeps most of what it reads. The space for new objects has grown while the
 * program was loaded: by 80 MB, when a large table is planned in it. Shrunk, it stays small.
 */
export const limitNewSpace = (): void => {
  limitHeap(20)
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
  readonly onDecode: () => void
  readonly onProgress: ReturnType<typeof drawProgress>['update']
}

/** Shows progress while it runs. */
export const follow = async <T>(
  session: Session,
  work: (follower: Follower) => Promise<T>,
): Promise<T> => {
  const progress = drawProgress(session.terminal)
  // Planning 10,000 rows leaves 90 MB of garbage, which would stay as long as the images take. Where
  // none is decoded, the import is over sooner than its collections would pay.
  const smallHeap = once(() => {
    setFlagsFromString('--heap-growing-percent=20')
    shrinkHeap()
  })
  try {
    return await work({
      signal: session.signal,
      onOpened: limitV8Threads,
      onDecode: smallHeap.get,
      onProgress: progress.update,
    })
  } finally {
    progress.end()
  }
}
