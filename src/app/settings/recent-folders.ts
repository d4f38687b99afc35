import { z } from 'zod'
import { listOf, shortText } from '#values/bounds/bounded.ts'
import { columns, type Database } from '#platform/db/database.ts'

/** The number of folders that a menu shows at a glance. */
export const mostRecentFolders = 8

/** Its row in the table of settings. No setting has this name. */
const name = 'recentFolders'

const row = z.object({ value: columns.json(listOf(shortText).catch([])) })

/** The folders that were imported last, the newest first. */
export type RecentFolders = {
  readonly list: () => readonly string[]
  /** Puts a folder first. @returns the folders now */
  readonly add: (folder: string) => readonly string[]
  /** Forgets one folder; null: all. @returns the folders now */
  readonly forget: (folder: string | null) => readonly string[]
}

export const createRecentFolders = ({ db }: { readonly db: Database }): RecentFolders => {
  const list = (): readonly string[] =>
    db
      .get(row, 'SELECT value FROM settings WHERE name = :name', { name })
      ?.value.slice(0, mostRecentFolders) ?? []
  const store = (folders: readonly string[]): readonly string[] => {
    const kept = folders.slice(0, mostRecentFolders)
    db.upsert('settings', { name, value: JSON.stringify(kept) }, 'name')
    return kept
  }
  const without = (folder: string) => list().filter((one) => one !== folder)
  return {
    list,
    add: (folder) => db.transact(() => store([folder, ...without(folder)])),
    forget: (folder) => db.transact(() => store(folder === null ? [] : without(folder))),
  }
}
