import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { renameDurably } from '../disk/durable-file.ts'
import { sweepTemporaries } from '../disk/temporary-file.ts'
import { whileUnused } from './home-use.ts'

/** A data folder that was imported whole and checked, and waits to be put in place. */
export const readyFolder = (home: string): string => join(home, 'import-ready')

/** The same, once the earlier content of the data folder is aside. */
const placingFolder = (home: string): string => join(home, 'import-placing')

/** What stays where it is: this computer's own, and what is in use. */
const stays = (name: string): boolean =>
  ['cache', 'crashes', 'home.lock', 'window', 'window.json'].includes(name) ||
  /^(?:import-|export-|before-import-|home\.lock-)/u.test(name)

/**
 * Puts an imported data folder in place, if one waits, and what was there before into a folder of
 * its own. Each step is a rename, so that a process that was killed goes on at the next start.
 * @returns the folder with the earlier content, if there was any
 * @throws ColdpressError `busy` while another process uses the data folder
 */
export const placeImport = async (
  home: string,
  patienceMs = 5_000,
): Promise<string | undefined> => {
  // Whole copies of the data folder, from exports and imports that were killed.
  if (existsSync(home)) await sweepTemporaries(home, new Date())
  if (!existsSync(readyFolder(home)) && !existsSync(placingFolder(home))) return undefined
  return whileUnused(home, patienceMs, async () => {
    const aside = existsSync(readyFolder(home)) ? await setAside(home) : undefined
    const placing = placingFolder(home)
    for (const name of await readdir(placing))
      await renameDurably(join(placing, name), join(home, name))
    await rmdir(placing)
    return aside
  })
}

const setAside = async (home: string): Promise<string | undefined> => {
  const ready = readyFolder(home)
  const names = (await readdir(home)).filter((name) => !stays(name))
  // The same name again after an interruption.
  const stamp = statSync(ready).mtime.toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')
  const aside = join(home, `before-import-${stamp}`)
  if (names.length > 0) await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const name of names) await renameDurably(join(home, name), join(aside, name))
  await renameDurably(ready, placingFolder(home))
  return names.length > 0 ? aside : undefined
}
