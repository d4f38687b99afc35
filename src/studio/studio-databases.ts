import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The databases of a data folder's studios, one of each network: the devnet's chain has another ending. */
export const studioDatabases = (home: string): readonly string[] => {
  const folder = join(home, 'studio')
  try {
    return readdirSync(folder)
      .filter((name) => /^[a-z]+\.db$/u.test(name))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
