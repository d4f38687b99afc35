import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { canBeReadAgain, readSecretFile } from './files.ts'
import { shellWord } from '#values/text/shell-word.ts'

/**
 * A passphrase from a file that other users of the computer cannot read, or from a pipe.
 * @throws ColdpressError `usage`, with the command that makes the file private
 */
export const readPassphraseFile = async (path: string, what: string): Promise<Secret> => {
  if (await isOpenToOthers(path))
    throw new ColdpressError(
      'usage',
      `The ${what} ${path} can be read by other users of this computer. Make it private: chmod 600 ${shellWord(path)}`,
    )
  return readSecretFile(path, what)
}

/** Permissions of a file mean nothing on Windows; a pipe has no content that lasts. */
const isOpenToOthers = async (path: string): Promise<boolean> => {
  const details = await stat(path).catch(() => undefined)
  if (process.platform === 'win32' || details === undefined || !(await canBeReadAgain(path)))
    return false
  // who may read somebody else's file by its group alone needs that right, as with mounted secrets
  const isOwn = details.uid === process.getuid?.()
  return (details.mode & (isOwn ? 0o044 : 0o004)) !== 0 && !(await isBehindClosedFolder(path))
}

/** Whether a folder above lets nobody through but its owner. */
const isBehindClosedFolder = async (path: string): Promise<boolean> => {
  let folder = dirname(await realpath(path))
  for (;;) {
    if (((await stat(folder)).mode & 0o011) === 0) return true
    const above = dirname(folder)
    if (above === folder) return false
    folder = above
  }
}
