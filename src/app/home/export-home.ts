import { setTimeout as sleep } from 'node:timers/promises'
import { ColdpressError } from '#values/errors/errors.ts'
import { markMoved, movedFrom, unmarkMoved } from '#platform/disk/moved.ts'
import {
  copyHome,
  type HomeCopy,
  type HomeCopyOptions,
  type HomeSource,
  requireCopyable,
  requireNoFile,
} from './copy-home.ts'

export type HomeExport = HomeSource & {
  /** Ends what serves and mints in this process. */
  readonly endServices: () => Promise<void>
  /** The number of imports that run now. */
  readonly runningImports: () => number
}

/** `file` must not exist yet. */
export type HomeExportOptions = HomeCopyOptions & {
  /** How long other processes get to notice the move. */
  readonly settleMs?: number
}

/** Other processes look at the mark before each step, and once a second. */
const settleMs = 3_000

/**
 * Writes a data folder into one file and marks the folder as moved. It is marked first: a sale that
 * began after the copy would not be in it. After an error the mark is removed again.
 * @throws ColdpressError `conflict` for a file that exists, or while an import runs;
 * `wrong_passphrase`, `disk_full`
 */
export const exportHome = async (
  from: HomeExport,
  options: HomeExportOptions,
): Promise<HomeCopy> => {
  const { home, vault } = from
  const file = requireCopyable(from, options.file)
  requireNoFile(file)
  requireNoImports(from)
  const wasMoved = movedFrom(home) !== undefined
  // A wrong passphrase shows before anything is ended.
  const names = { keyHashes: [], phrases: [], apiKeys: [] }
  await vault.itemsToMove({ passphrase: options.passphrase, names })
  try {
    await markMoved(home, { at: new Date().toISOString(), file })
    await from.endServices()
    if (!wasMoved) await sleep(options.settleMs ?? settleMs, undefined, signalOf(options))
    return await copyHome(from, { ...options, file }, { isBackup: false, replaces: false })
  } catch (error) {
    if (!wasMoved) unmarkMoved(home)
    throw options.signal?.aborted === true ? options.signal.reason : error
  }
}

const signalOf = ({ signal }: HomeExportOptions) => (signal === undefined ? {} : { signal })

const requireNoImports = ({ runningImports }: HomeExport): void => {
  if (runningImports() > 0)
    throw new ColdpressError(
      'conflict',
      'An import is running. Wait for its end or stop it, then export again.',
    )
}
