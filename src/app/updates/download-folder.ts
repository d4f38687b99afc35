import { updateErrors } from '#contract/updates/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFile } from '#platform/db/lock-file.ts'
import { diskError } from '#platform/disk/disk-error.ts'
import { partOf } from './download-file.ts'
import type { ReleaseFile } from './release.ts'

/** A removal of earlier downloads takes less. */
const patienceMs = 2_000

/**
 * Runs while no other process writes to the folder of downloads or removes from it: both would
 * append to one file, or one remove what the other one writes.
 * @throws ColdpressError `busy` while another process downloads
 */
export const whileNobodyDownloads = async <T>(
  folder: string,
  work: () => Promise<T>,
): Promise<T> => {
  const unlock = await lockFolder(folder, patienceMs)
  if (unlock === undefined)
    throw errorBy(
      updateErrors,
      'download_running',
      {},
      'Another window or command of Coldpress is downloading a newer version. Wait until it ends, then try again.',
    )
  try {
    return await work()
  } finally {
    unlock()
  }
}

/**
 * Removes earlier downloads: installed since, or replaced by a newer release. While another process
 * downloads, it leaves them for the next time.
 */
export const removeOthers = async (
  folder: string,
  kept: ReleaseFile | undefined,
): Promise<void> => {
  const keptNames = kept === undefined ? [] : [kept.name, partOf(kept.name, kept)]
  const others = (await readdir(folder).catch(() => [])).filter((name) => !keptNames.includes(name))
  if (others.length === 0) return
  const unlock = await lockFolder(folder, 0)
  if (unlock === undefined) return
  try {
    for (const name of others) await rm(join(folder, name), { force: true })
  } finally {
    unlock()
  }
}

const lockFolder = async (folder: string, patience: number): Promise<(() => void) | undefined> => {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw diskError(error)
  })
  return lockFile(`${folder}.lock`, patience)
}
