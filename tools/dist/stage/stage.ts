import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { thirdPartyNotices } from '../third-party-notices.ts'
import { bundleParts } from './bundle-parts.ts'
import {
  copyPackages,
  packagesOfTheApp,
  packagesOfTheCommandLine,
  runtimePackages,
} from './runtime-packages.ts'

const versions = z.record(z.string(), z.string())
const projectPackage = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  main: z.string(),
  imports: versions,
  engines: versions,
  dependencies: versions,
})

const readProject = (root: string): z.output<typeof projectPackage> =>
  projectPackage.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

const inBundle = (names: readonly string[]): readonly string[] =>
  names.map((name) => join('out', 'main', name))

const copy = (root: string, target: string, paths: readonly string[]): void => {
  for (const path of paths) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    cpSync(join(root, path), join(target, path), { recursive: true })
  }
}

const writePackage = (target: string, fields: object): void =>
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(fields, undefined, 2)}\n`)

const pinned = (
  dependencies: z.output<typeof versions>,
  names: readonly string[],
): z.output<typeof versions> =>
  Object.fromEntries(
    names.map((name) => {
      const version = dependencies[name]
      if (version === undefined) throw new Error(`package.json does not name ${name}`)
      return [name, version] as const
    }),
  )

/** `#package` alone is looked up by a running bundle: the others were resolved when it was made. */
const runtimeImports = ({ imports }: z.output<typeof projectPackage>) =>
  pinned(imports, ['#package'])

/**
 * The app's own files, as they go into app.asar: what Electron's processes run, and the window.
 * What plain Node runs is not among them.
 */
export const stageApp = (root: string, target: string): void => {
  rmSync(target, { recursive: true, force: true })
  const project = readProject(root)
  const parts = bundleParts(join(root, 'out', 'main'), ['index.js', 'keys.js', 'studio.js'])
  copy(root, target, [...inBundle(parts), join('out', 'preload'), join('out', 'renderer')])
  copyPackages(root, runtimePackages(root, packagesOfTheApp), target)
  writePackage(target, {
    name: project.name,
    productName: 'Coldpress',
    // Wayland finds the window's icon by the name of this file.
    desktopName: 'coldpress.desktop',
    version: project.version,
    description: project.description,
    license: project.license,
    author: 'The Coldpress authors',
    type: 'module',
    main: project.main,
    imports: runtimeImports(project),
    dependencies: pinned(project.dependencies, packagesOfTheApp),
  })
}

/** The window opens the README as its help. */
const besideBundles = ['bin', 'resources', 'LICENSE', 'README.md']

/**
 * The command line with the processes for images and tables, as it is beside app.asar and in npm's tarball. Packages
 * are not copied for a tarball: npm installs them by the pinned versions of its package.json.
 */
export const stageCommandLine = (
  root: string,
  target: string,
  { withPackages }: { readonly withPackages: boolean },
): void => {
  rmSync(target, { recursive: true, force: true })
  const project = readProject(root)
  const parts = bundleParts(join(root, 'out', 'main'), [
    'cli.js',
    'images-child.js',
    'tables-child.js',
  ])
  copy(root, target, [...inBundle(parts), ...besideBundles])
  if (withPackages) copyPackages(root, runtimePackages(root, packagesOfTheCommandLine), target)
  writeFileSync(join(target, 'resources', 'third-party-notices.txt'), thirdPartyNotices(root))
  writePackage(target, {
    name: project.name,
    version: project.version,
    description: project.description,
    license: project.license,
    type: 'module',
    bin: { coldpress: 'bin/coldpress.js' },
    // npm links it where `man` looks, when the package is installed for all.
    ...(withPackages ? {} : { man: ['share/man/man1/coldpress.1.gz'] }),
    imports: runtimeImports(project),
    engines: project.engines,
    dependencies: pinned(project.dependencies, packagesOfTheCommandLine),
  })
}
