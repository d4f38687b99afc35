import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Packages that the bundler puts into the app's own files, whichever list of package.json has them. */
export const bundledPackages = [
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  '@mantine/charts',
  '@mantine/core',
  '@mantine/form',
  '@mantine/hooks',
  '@mantine/spotlight',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'lucide-react',
  'match-sorter',
  'qr',
  'react',
  'react-dom',
  'recharts',
  'zustand',
] as const

/** Shipped as a program: what its npm package needs to fetch it is not. */
const program = 'electron'

const names = z.record(z.string(), z.string()).default({})
const lockedPackage = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z
    .record(z.string(), z.object({ optional: z.boolean().optional() }))
    .default({}),
})
type LockedPackage = z.output<typeof lockedPackage>
const lockFile = z.object({ packages: z.record(z.string(), lockedPackage) })

export type Licence = {
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** `path`: where npm puts it, from the project's folder. */
export type ShippedPackage = Licence & { readonly path: string }

/** What the window's page of licences lists. */
export const shippedLicences = (packageLock: unknown): readonly Licence[] =>
  shippedPackages(packageLock).map(({ name, version, licence }) => ({ name, version, licence }))

/**
 * The packages that ship with Coldpress, on whatever system: what package.json needs at run time and
 * what the window's bundle holds, each with all that it needs in turn.
 */
export const shippedPackages = (packageLock: unknown): readonly ShippedPackage[] => {
  const { packages } = lockFile.parse(packageLock)
  const root = packages['']
  if (root === undefined) throw new Error('package-lock.json does not describe its own package')
  const found = new Map<string, ShippedPackage>()
  const visit = (from: string, name: string, isNeeded: boolean): void => {
    const path = pathOf(packages, from, name)
    const locked = path === undefined ? undefined : packages[path]
    if (path === undefined || locked === undefined) {
      if (isNeeded) throw new Error(`${name}, which ${from || 'Coldpress'} needs, is not locked`)
      return
    }
    if (found.has(path)) return
    found.set(path, { ...licenceOf(name, locked), path })
    if (name === program) return
    for (const [next, needed] of needsOf(locked)) visit(path, next, needed)
  }
  const roots = [...Object.keys(root.dependencies), ...bundledPackages, program]
  for (const name of roots) visit('', name, true)
  return [...found.values()].toSorted(
    (a, b) => order(a.name, b.name) || order(a.version, b.version),
  )
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Where npm put the package that `from` gets under this name: as near to it as possible. */
const pathOf = (
  packages: Readonly<Record<string, LockedPackage>>,
  from: string,
  name: string,
): string | undefined => {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return undefined
  }
}

const needsOf = (
  locked: LockedPackage,
): readonly (readonly [name: string, isNeeded: boolean])[] => [
  ...Object.keys(locked.dependencies).map((name) => [name, true] as const),
  ...Object.keys(locked.optionalDependencies).map((name) => [name, false] as const),
  ...Object.keys(locked.peerDependencies)
    .filter((name) => locked.peerDependenciesMeta[name]?.optional !== true)
    .map((name) => [name, false] as const),
]

const licenceOf = (name: string, { version, license }: LockedPackage): Licence => {
  if (version !== undefined && license !== undefined) return { name, version, licence: license }
  throw new Error(`package-lock.json does not say under which licence ${name} stands`)
}

const project = join(import.meta.dirname, '..')

/** As it stands in resources/licences.json. */
export const licencesText = async (): Promise<string> => {
  const lock: unknown = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'))
  return `${JSON.stringify(shippedLicences(lock), null, 2)}\n`
}

/** The fonts' licence asks for its text beside each copy. As it stands in resources/font-licences.txt. */
export const fontLicencesText = async (): Promise<string> => {
  const fonts = bundledPackages.filter((name) => name.startsWith('@fontsource'))
  const texts = await Promise.all(
    fonts.map(async (name) => {
      const text = await readFile(join(project, 'node_modules', name, 'LICENSE'), 'utf8')
      return `${name}\n\n${text.trim()}\n`
    }),
  )
  return texts.join('\n\n')
}

if (import.meta.main) {
  await writeFile(join(project, 'resources', 'licences.json'), await licencesText())
  await writeFile(join(project, 'resources', 'font-licences.txt'), await fontLicencesText())
}
