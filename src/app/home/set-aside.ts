import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { removeFromRecord } from '#platform/db/home-record.ts'
import { databasesOf } from '#platform/db/open-database.ts'
import { companions } from '#platform/db/regular-file.ts'
import { moveDurably } from '#platform/disk/durable-file.ts'
import { makeFolder } from '#platform/disk/make-folder.ts'
import type { Question } from '../asks.ts'
import { whileUnused } from './home-use.ts'

const patienceMs = 5_000

/**
 * Has a data folder go on without some of its databases: whatever is left of them moves into a folder
 * of its own, and their next use begins new ones. Nothing is deleted.
 * @param names of databases that the data folder has or has lost; others are passed over
 * @returns the folder with what was there
 * @throws ColdpressError `busy` while another process uses the data folder; `disk_full`, after which
 * everything is where it was
 */
export const setAside = (home: string, names: readonly string[]): Promise<string> =>
  whileUnused(home, patienceMs, async () => {
    const aside = join(home, `set-aside-${new Date().toISOString().replaceAll(/[-:.]/gu, '')}`)
    const files = names.flatMap((name) => ['', ...companions].map((end) => name + end))
    await moveAll(
      files.filter((file) => existsSync(join(home, file))),
      home,
      aside,
    )
    // Last: after a kill before this they are lost by the record, and setting them aside goes on.
    removeFromRecord(home, names)
    return aside
  })

/** Moves all files or none: a database without its journal would not be whole. */
const moveAll = async (files: readonly string[], from: string, to: string): Promise<void> => {
  try {
    for (const file of files) {
      makeFolder(dirname(join(to, file)))
      // A folder of databases may be linked to another disk.
      await moveDurably(join(from, file), join(to, file))
    }
  } catch (error) {
    const moved = files.filter(
      (file) => existsSync(join(to, file)) && !existsSync(join(from, file)),
    )
    for (const file of moved) await moveDurably(join(to, file), join(from, file))
    // By now what is there is in its old place too.
    await rm(to, { recursive: true, force: true })
    throw error
  }
}

/** @throws ColdpressError `not_found` with the names that there are */
export const requireDatabase = (home: string, name: string): void => {
  const names = databasesOf(home)
  if (names.includes(name)) return
  throw new ColdpressError(
    'not_found',
    names.length === 0
      ? `The data folder ${home} has no database.`
      : `The data folder ${home} has no database ${name}. It has: ${names.join(', ')}.`,
  )
}

export const setAsideQuestion = (home: string, name: string): Question => ({
  kind: 'set_aside',
  question: `Go on without ${name}?`,
  lines: [
    `The next use of it in the data folder ${home} begins an empty one. What it held is not shown, minted, sold or followed any more.`,
    'What is left of it is kept in a folder beside. If there is a backup of the data folder, import that instead.',
  ],
  yes: 'Go on without it',
})

/** @param collections what the Local studio has on the old chain, as `2 collections` */
export const newChainQuestion = (home: string, collections: string): Question => ({
  kind: 'new_chain',
  question: 'Begin the devnet again with an empty chain?',
  lines: [
    `The Local studio of ${home} begins again too, because what it minted and sold is on the old chain: ${collections} with tokens and sales.`,
    'All of it is kept in a folder beside, and nothing on other networks changes. Policies and keys stay.',
  ],
  yes: 'Begin a new chain',
})
