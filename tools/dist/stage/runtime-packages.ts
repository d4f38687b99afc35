import { cpSync, existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { z } from 'zod'

const names = z.record(z.string(), z.string()).default({})
const manifest = z.object({ dependencies: names, optionalDependencies: names })

/**
 * What the bundles of the window's processes load from node_modules: native code, and WebAssembly
 * that is read as a file. Everything else is in the bundles.
 */
export const packagesOfTheApp = [
  '@emurgo/cardano-serialization-lib-browser',
  '@napi-rs/keyring',
  'scalus',
] as const

/** And what the command line and its child processes load, which run on plain Node. */
export const packagesOfTheCommandLine = [...packagesOfTheApp, 'env-paths', 'node', 'sharp'] as const

/** Of npm's package of Node only its program is needed; what fetches it is not. */
const program = 'node'

const readManifest = (folder: string): z.output<typeof manifest> =>
  manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

/** Where Node would find a package that is needed from this folder. */
const folderOf = (root: string, from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
    if (folder === root || folder === dirname(folder)) return undefined
  }
}

/**
 * The folders of these packages and of all that they need, as npm installed them: only the
 * prebuilt binaries of this system and processor are there.
 */
export const runtimePackages = (root: string, wanted: readonly string[]): readonly string[] => {
  const found = new Set<string>()
  const visit = (from: string, name: string, isNeeded: boolean): void => {
    const folder = folderOf(root, from, name)
    if (folder === undefined) {
      if (isNeeded) throw new Error(`${name} is not installed. Run npm ci.`)
      return
    }
    if (found.has(folder)) return
    found.add(folder)
    if (name === program) return
    const { dependencies, optionalDependencies } = readManifest(folder)
    for (const next of Object.keys(dependencies))
      visit(folder, next, !(next in optionalDependencies))
    for (const next of Object.keys(optionalDependencies)) visit(folder, next, false)
  }
  for (const name of wanted) visit(root, name, true)
  return [...found].map((folder) => relative(root, folder)).toSorted()
}

/** Read by compilers and debuggers, never by a running program. */
const unneeded = /\.(?:d\.[cm]?ts|map|flow)$/u
/** sharp's own sources, and packages inside a package, which are listed by themselves. */
const unneededFolders = new Set(['node_modules', join('sharp', 'src'), join('sharp', 'install')])

const isNeeded = (folder: string, path: string): boolean => {
  const [first] = relative(folder, path).split(sep)
  if (first === undefined || first === '') return true
  if (unneededFolders.has(first) || unneededFolders.has(join(basename(folder), first))) return false
  if (basename(folder) === program) return first === 'bin' || first === 'package.json'
  return !unneeded.test(path)
}

/** Node's own licence and those of its parts, which its program has to be given with. */
const copyLicenceOfNode = (folder: string, target: string): void => {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const source = folderOf(dirname(folder), folder, `node-${system}-${process.arch}`)
  if (source === undefined) throw new Error("Node's licence is not installed. Run npm ci.")
  cpSync(join(source, 'LICENSE'), join(target, 'LICENSE'))
}

/** Copies packages to the same places below `target`. */
export const copyPackages = (root: string, packages: readonly string[], target: string): void => {
  for (const path of packages) {
    const folder = join(root, path)
    cpSync(folder, join(target, path), {
      recursive: true,
      dereference: true,
      filter: (source) => isNeeded(folder, source),
    })
    if (basename(path) === program) copyLicenceOfNode(folder, join(target, path))
  }
}
