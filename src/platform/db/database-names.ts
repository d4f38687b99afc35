import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A database of a data folder. The name is its path there, with slashes on every system. */
export type HomeDatabase = { readonly home: string; readonly name: string }

/** The folders of a data folder that have databases. */
const folders = ['content', 'studio', 'submissions'] as const

/** The database in a file. One outside of these folders belongs to a data folder of its own. */
export const databaseAt = (path: string): HomeDatabase => {
  const name = basename(path)
  const folder = folders.find((name) => name === basename(dirname(path)))
  return folder === undefined
    ? { home: dirname(path), name }
    : { home: dirname(dirname(path)), name: `${folder}/${name}` }
}

export const databasePath = ({ home, name }: HomeDatabase): string => join(home, name)

/** The file that records which addresses were given to buyers, in the data folder. */
export const givenAddressesName = 'sale-addresses.db'

/** Whether a data folder has a database of this name; names with slashes on every system. */
export const isDatabase = (name: string): boolean =>
  name === 'app.db' ||
  name === givenAddressesName ||
  /^studio\/\w+(?:\.chain)?\.db$/u.test(name) ||
  /^submissions\/\w+\.db$/u.test(name)

const remade: ReadonlySet<string> = new Set(['index.db', givenAddressesName])

/** Whether Coldpress makes it again when it is lost, from what lies beside it or by leaving addresses out. */
export const isRemade = (name: string): boolean => remade.has(basename(name))

/** The names of the databases that a data folder has now. */
export const databasesOnDisk = (home: string): readonly string[] =>
  ['', ...folders.map((folder) => `${folder}/`)].flatMap((folder) =>
    namesIn(join(home, folder))
      .filter((name) => name.endsWith('.db'))
      .toSorted()
      .map((name) => `${folder}${name}`),
  )

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** What lies beside a database only after it was used. Studios and what was sent come after `app.db`. */
const signsOf = ({
  home,
  name,
}: HomeDatabase): { readonly ofUse: readonly string[]; readonly ofLoss: boolean } => {
  const network = /^studio\/(\w+)\.db$/u.exec(name)?.[1]
  if (name === 'app.db')
    return { ofUse: databasesOnDisk(home).filter((file) => /^s\w+\//u.test(file)), ofLoss: true }
  if (network !== undefined)
    return { ofUse: [`studio/${network}.log`, `studio/${network}.chain.db`], ofLoss: true }
  const chain = /^studio\/(\w+)\.chain\.db$/u.exec(name)?.[1]
  // The studio starts before its chain.
  return { ofUse: chain === undefined ? [] : [`studio/${chain}.db`], ofLoss: false }
}

/** What a data folder has before its first database too, so that it shows nothing about a missing one. */
const signsOfEmptied = (name: string): readonly string[] =>
  name === 'app.db' ? ['vault.json', 'studio', 'submissions', 'content/objects', 'imports'] : []

/**
 * Whether a data folder without a record was using a database of which nothing is left: the file is
 * missing, or there and empty.
 */
export const wasUsed = ({ home, name }: HomeDatabase, isMissing: boolean): boolean => {
  const { ofUse, ofLoss } = signsOf({ home, name })
  const signs = isMissing ? (ofLoss ? ofUse : []) : [...ofUse, ...signsOfEmptied(name)]
  return signs.some((sign) => holdsSomething(join(home, sign)))
}

const holdsSomething = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && (found.isDirectory() ? namesIn(path).length : found.size) > 0
}

/** Databases that a used data folder may have lost without a trace of the file itself. */
export const databasesToLose = (home: string): readonly string[] => [
  'app.db',
  ...namesIn(join(home, 'studio')).flatMap((name) => {
    const network = /^([a-z]+)\.(?:log|chain\.db)$/u.exec(name)?.[1]
    return network === undefined ? [] : [`studio/${network}.db`]
  }),
]
