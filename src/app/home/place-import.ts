import { homeErrors } from '#contract/home/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ColdpressError, messageOf } from '#values/errors/errors.ts'
import { renameDurably } from '#platform/disk/durable-file.ts'
import { sweepTemporaries } from '#platform/disk/temporary-file.ts'
import { isOfThisComputer, isPartAtTop, kindOf, nameInFile } from './home-layout.ts'
import { whileUnused } from './home-use.ts'

/** A data folder that was imported whole and checked, and waits to be put in place. */
export const readyFolder = (home: string): string => join(home, 'import-ready')

/** The same, once the earlier content of the data folder is aside. */
const placingFolder = (home: string): string => join(home, 'import-placing')

/** The earlier content, until everything is in place. */
const asideFolder = (home: string): string => join(home, 'import-aside')

/**
 * Puts an imported data folder in place, if one waits, and what was there before into a folder of
 * its own: all or nothing. Each step is a rename, so that a process that was killed goes on at the
 * next start. Where a step fails, the earlier ones are taken back.
 * @returns the folder with the earlier content, if there was any
 * @throws ColdpressError `busy` while another process uses the data folder; `conflict` with the rule
 * `not_placed` when everything is as it was before the import
 */
export const placeImport = async (
  home: string,
  patienceMs = 5_000,
): Promise<string | undefined> => {
  // Whole copies of the data folder, from exports and imports that were killed.
  if (existsSync(home)) await sweepTemporaries(home, new Date())
  if (![readyFolder, placingFolder, asideFolder].some((folder) => existsSync(folder(home))))
    return undefined
  return whileUnused(home, patienceMs, async () => {
    try {
      await setAside(home)
      await place(home)
      return await keepAside(home)
    } catch (error) {
      throw await takenBack(home, error)
    }
  })
}

const setAside = async (home: string): Promise<void> => {
  if (!existsSync(readyFolder(home))) return
  for (const name of await ownNames(home)) await moveAside(home, name)
  await renameDurably(readyFolder(home), placingFolder(home))
}

/** What takes part in an import: neither this computer's own nor the import's folders. */
const ownNames = async (home: string): Promise<readonly string[]> =>
  (await readdir(home)).filter((name) => !isOfThisComputer(name))

const moveAside = async (home: string, name: string): Promise<void> => {
  await mkdir(asideFolder(home), { recursive: true, mode: 0o700 })
  await renameDurably(join(home, name), join(asideFolder(home), name))
}

/** An earlier version may have left more here than a data folder has, and have stopped at that. */
const place = async (home: string): Promise<void> => {
  const placing = placingFolder(home)
  if (!existsSync(placing)) return
  for (const name of await readdir(placing)) {
    const from = join(placing, name)
    if (kindOf(name) === 'stays') {
      await rm(from, { recursive: true, force: true })
      continue
    }
    const to = isPartAtTop(name) ? name : nameInFile(name)
    if (existsSync(join(home, to))) await moveAside(home, to)
    await mkdir(dirname(join(home, to)), { recursive: true, mode: 0o700 })
    await renameDurably(from, join(home, to))
  }
  await rmdir(placing)
}

/** The last step: from here on nothing is taken back. */
const keepAside = async (home: string): Promise<string | undefined> => {
  if (!existsSync(asideFolder(home))) return undefined
  const kept = freeName(home, 'before-import')
  await renameDurably(asideFolder(home), kept)
  return kept
}

const freeName = (home: string, start: string): string => {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')
  const path = join(home, `${start}-${stamp}`)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? path : `${path}-${number}`
    if (!existsSync(name)) return name
  }
}

/**
 * Undoes an import from wherever it stopped. A process that is killed meanwhile leaves a state that
 * the next start goes on from.
 * @returns the error to throw
 */
const takenBack = async (home: string, cause: unknown): Promise<unknown> => {
  const ready = readyFolder(home)
  const aside = asideFolder(home)
  const placing = placingFolder(home)
  try {
    if (existsSync(placing)) {
      for (const name of await ownNames(home))
        await renameDurably(join(home, name), join(placing, name))
      await renameDurably(placing, ready)
    }
    if (!existsSync(ready)) return cause
    if (existsSync(aside)) {
      for (const name of await readdir(aside))
        await renameDurably(join(aside, name), join(home, name))
      await rmdir(aside)
    }
    const kept = freeName(home, 'import-failed')
    await renameDurably(ready, kept)
    return notPlaced(home, kept, cause)
  } catch {
    // The next start goes on; the first error is the one that says why.
    return cause
  }
}

const notPlaced = (home: string, kept: string, cause: unknown): ColdpressError =>
  errorBy(
    homeErrors,
    'not_placed',
    {},
    `The imported data folder could not be put in place: ${messageOf(cause)}. What was in ${home} before is there again, and can be used. Remove the cause, then import the file once more. What was read of it is in ${kept}; delete that afterwards.`,
    cause,
  )
