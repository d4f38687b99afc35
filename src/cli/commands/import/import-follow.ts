import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { once } from '#values/work/once.ts'
import { countText } from '#values/text/format.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'

/**
 * Less growth of the heap between collections, and each in one go: while V8 marks beside the program, as
 * it does by itself, the heap grows by a third beyond its limit, and what was freed waits for the next
 * collection: 20 MB in an import, and more processor time. The program stands still for 20 to 100 ms
 * instead, which nobody sees on a command line. V8 lets a heap grow by 8 MB at least, and by 2 when it
 * optimises for size (docs/benchmarks.md).
 * Only when all that most imports need is loaded: what V8 keeps compiled on the disk is for these
 * settings alone, and a command with others compiles it all again, and writes it again at its end.
 */
const limitHeap = (): void => {
  setFlagsFromString('--heap-growing-percent=10')
  setFlagsFromString('--optimize-for-size')
  setFlagsFromString('--no-incremental-marking')
}

/**
 * Little of an import's code runs often enough to pay for compiling it to the last, on a core that the
 * images need (docs/benchmarks.md).
 */
const limitV8Threads = (): void => {
  limitHeap()
  setFlagsFromString('--efficiency-mode')
}

/** For a dry run, which keeps most of what it reads. */
export const limitMemory = (): void => {
  limitHeap()
  shrinkHeap()
}

/** A collection of last resort: others keep the memory that they have freed for what comes. */
const shrinkHeap = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
}

/** Without images to decode an import is over in seconds, and makes more garbage in each. */
const letNewSpaceGrow = (): void => setFlagsFromString('--semi-space-growth-factor=2')

export type Follower = {
  readonly signal: AbortSignal
  readonly onOpened: () => void
  readonly onDecode: () => void
  readonly onRecalled: () => void
  readonly onProgress: ReturnType<typeof drawProgress>['update']
  /** Undefined where a passphrase can be had. */
  readonly onUnsealedPrices: ((priced: number) => void) | undefined
}

/** Shows progress while it runs. */
export const followImport = async <T>(
  session: Session,
  work: (follower: Follower) => Promise<T>,
): Promise<T> => {
  const progress = drawProgress(session.terminal)
  // What loading and planning leave behind would stay as long as the images take.
  const smallHeap = once(shrinkHeap)
  try {
    return await work({
      signal: session.signal,
      onOpened: limitV8Threads,
      onDecode: smallHeap.get,
      onRecalled: letNewSpaceGrow,
      onProgress: progress.update,
      onUnsealedPrices: session.hasPassphrase
        ? undefined
        : (priced) => session.terminal.warn(unsealedText(priced)),
    })
  } finally {
    progress.end()
  }
}

const unsealedText = (priced: number): string =>
  `The vault is locked, so ${countText(priced, 'price is', 'prices are')} unconfirmed: nothing is sold at ${priced === 1 ? 'it' : 'them'} before you confirm with: ${hint('studio confirm')}`
