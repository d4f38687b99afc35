import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode } from '#platform/disk/disk-error.ts'
import { makeFolder } from '#platform/disk/make-folder.ts'

/** More than Chromium writes before its window opens. */
const roomBytes = 256 * 1024

/**
 * Chromium's own files; elsewhere when the home cannot be written or its disk is full, so that a
 * window can say so.
 * @param temporary the system's folder for temporary files
 */
export const windowFolder = (home: string, temporary: string): string => {
  const own = join(home, 'window')
  const probe = join(own, 'room.tmp')
  try {
    makeFolder(own)
    try {
      writeFileSync(probe, Buffer.alloc(roomBytes))
    } finally {
      rmSync(probe, { force: true })
    }
    return own
  } catch {
    return temporaryFolder(temporary)
  }
}

/**
 * Everybody can make a folder of this name first, and lay out a profile in it that the window would
 * load. It is used again only if it is this user's and nobody else could ever write there; otherwise a
 * new one is made under a name that nobody knows.
 */
const temporaryFolder = (temporary: string): string => {
  const user = process.getuid?.()
  const folder = join(temporary, `coldpress-window-${user ?? ''}`)
  try {
    mkdirSync(folder, { mode: 0o700 })
    return folder
  } catch (error) {
    if (systemCode(error) === 'EEXIST' && isPrivate(folder, user)) return folder
    return mkdtempSync(join(temporary, 'coldpress-window-'))
  }
}

/** Windows has a folder for temporary files for each user, and no such modes. */
const isPrivate = (folder: string, user: number | undefined): boolean => {
  const details = lstatSync(folder)
  if (!details.isDirectory()) return false
  return user === undefined || (details.uid === user && (details.mode & 0o777) === 0o700)
}
