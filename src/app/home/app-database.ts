import type { HomeDatabase } from '#platform/db/database-names.ts'
import { isKnown } from '#platform/db/open-database.ts'

export const appDatabase = (home: string): HomeDatabase => ({ home, name: 'app.db' })

/** Whether somebody uses a folder as a data folder, also one whose `app.db` was lost. */
export const isHomeUsed = (home: string): boolean => isKnown(appDatabase(home))
