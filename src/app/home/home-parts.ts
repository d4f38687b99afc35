import { homeErrors } from '#contract/home/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { printable } from '#values/text/printable.ts'
import { recordName } from '#platform/db/home-record.ts'
import { systemCode } from '#platform/disk/disk-error.ts'
import { isPortable } from './home-file.ts'
import { kindOf } from './home-layout.ts'

const isImage = (name: string): boolean => /^content\/(?:objects|archives)\//u.test(name)

/** The vault itself exports what it holds; the record is written for the databases that are copied. */
const isWrittenApart = (name: string): boolean =>
  name === recordName || /^(?:secrets(?:\/|$)|vault\.json$)/u.test(name)

/** Whether an exported file takes a file or folder of this name from the disk. */
export const isTaken = (name: string, withImages: boolean): boolean =>
  kindOf(name) !== 'stays' && !isWrittenApart(name) && (withImages || !isImage(`${name}/`))

export type HomePart = { readonly name: string; readonly size: number }

/**
 * The files of a data folder that move with it; names with slashes on every system. A link at the top
 * of the data folder is followed to what this user owns: whoever moves images or databases to a
 * larger disk links them there. A pipe or a socket holds no data and is left out.
 * @throws ColdpressError `conflict` naming a link that is not followed
 */
export const partsOf = async (home: string, withImages: boolean): Promise<readonly HomePart[]> => {
  const parts: HomePart[] = []
  const addFile = async (name: string): Promise<void> => {
    if (!isPortable(name)) throw unportable(name)
    const details = await stat(join(home, name)).catch(ignoreMissing)
    if (details !== undefined) parts.push({ name, size: details.size })
  }
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(home, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (!isTaken(name, withImages)) continue
      const found = entry.isSymbolicLink() ? await requireOwnTarget(home, name) : entry
      if (found.isDirectory()) await walk(name)
      else if (found.isFile()) await addFile(name)
    }
  }
  await walk('')
  return parts
}

/** @throws ColdpressError `conflict` */
const requireOwnTarget = async (home: string, name: string): Promise<Stats> => {
  if (name.includes('/'))
    throw linkError(name, 'Links are followed at the top of the data folder only.')
  const target = await stat(join(home, name)).catch((error: unknown) => {
    throw linkError(name, `It cannot be followed: ${messageOf(error)}.`)
  })
  // Windows knows no such numbers. Root may work in the data folder of a user.
  const owners = [process.getuid?.(), (await stat(home)).uid]
  if (process.platform === 'win32' || owners.includes(target.uid)) return target
  throw linkError(name, 'It leads to something that belongs to another user of this computer.')
}

const linkError = (name: string, why: string): ColdpressError =>
  errorBy(
    homeErrors,
    'link',
    { name },
    `The data folder holds ${printable(name)}, which is a symbolic link. ${why} What it leads to would be missing in the file. Put the file or folder itself there, or remove the link, then try again.`,
  )

const unportable = (name: string): ColdpressError =>
  new ColdpressError(
    'conflict',
    `The data folder holds the file ${printable(name)}, whose name not every system can have. Move it out of the data folder, then export again.`,
  )

/** It went between the listing and now. */
export const ignoreMissing = (error: unknown): undefined => {
  if (systemCode(error) === 'ENOENT') return undefined
  throw error
}

/**
 * The order in which databases are copied while they are in use. What a studio names is in `app.db`
 * before the studio names it, and what it sent is on a chain that is copied later.
 */
export const copyOrder = (homePart: HomePart, other: HomePart): number =>
  copyRank(homePart.name) - copyRank(other.name)

const copyRank = (name: string): number => {
  if (/^studio\/\w+\.db$/u.test(name)) return 0
  return name.endsWith('.chain.db') ? 2 : 1
}
