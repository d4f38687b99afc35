import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What decides the bundles. npm writes its own list of what is installed again at each install. */
const sources = [
  'src',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
]

/** Sizes and times, not contents: it is asked at every start, also of the command line. */
export const sourceStamp = (root: string): string => {
  const hash = createHash('sha256')
  for (const path of sources) addTo(hash, join(root, path), path)
  return hash.digest('hex')
}

const addTo = (hash: Hash, file: string, path: string): void => {
  const facts = statSync(file, { throwIfNoEntry: false })
  if (facts === undefined) return
  if (!facts.isDirectory()) {
    hash.update(`${path} ${facts.mtimeMs} ${facts.size}\n`)
    return
  }
  for (const name of readdirSync(file).toSorted()) addTo(hash, join(file, name), `${path}/${name}`)
}

const stampFile = (root: string): string => join(root, 'out', 'main', 'build-stamp')

/** Whether the bundles are there and were made of the sources as they are now. */
export const isBuilt = (root: string): boolean => {
  try {
    return (
      ['index.js', 'cli.js'].every((name) => existsSync(join(root, 'out', 'main', name))) &&
      readFileSync(stampFile(root), 'utf8') === sourceStamp(root)
    )
  } catch {
    return false
  }
}

/** Until the next stamp nothing runs the bundles: they are being made. */
export const removeStamp = (root: string): void => rmSync(stampFile(root), { force: true })

export const writeStamp = (root: string, stamp: string): void =>
  writeFileSync(stampFile(root), stamp)
