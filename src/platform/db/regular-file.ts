import { type Stats, statSync } from 'node:fs'
import { ColdpressError } from '#values/errors/errors.ts'

/** What SQLite has beside a database. */
export const companions = ['-wal', '-shm', '-journal'] as const

/**
 * Rejects a named pipe, a folder or a device: SQLite would wait for a pipe's other end for ever.
 * @returns the size of the database; undefined where there is none
 * @throws ColdpressError `corrupt`
 */
export const requireRegularFile = (path: string): number | undefined => {
  const [found] = ['', ...companions].map((ending) => {
    const stats = statSync(`${path}${ending}`, { throwIfNoEntry: false })
    if (stats !== undefined && !stats.isFile()) throw noFile(`${path}${ending}`, stats)
    return stats
  })
  return found?.size
}

const noFile = (path: string, stats: Stats): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `${path} is ${stats.isFIFO() ? 'a named pipe' : stats.isDirectory() ? 'a folder' : 'no file'}, and Coldpress needs a file there. It was not opened. Move it away, and put back the file that was there before.`,
    { details: { file: path } },
  )
