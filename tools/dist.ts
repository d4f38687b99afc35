import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { messageOf } from '#values/errors/errors.ts'
import { bytesText } from '#values/text/format.ts'
import { contentsOf, contentsTable } from './dist/check/contents.ts'
import { commitDate } from './dist/commit-date.ts'
import { makeDeb, type LinuxPackage } from './dist/linux/deb.ts'
import { layOutTree } from './dist/linux/lay-out-tree.ts'
import { makeRpm } from './dist/linux/rpm.ts'
import { packagesFolder } from './dist/load-packages.ts'
import { makeNpmTarball } from './dist/npm-tarball.ts'
import { packApp } from './dist/pack/pack-app.ts'
import { shellDocuments } from './dist/shell/shell-documents.ts'
import { installBeside } from './install-beside.ts'
import { ensureBuilt } from './start/build.ts'
import { electronBinary, electronPackage, isReachable } from './start/electron-binary.ts'
import packageJson from '#package' with { type: 'json' }

/**
 * `npm run dist`: this system's packages, in the folder `dist`: deb and rpm on Linux, and npm's
 * tarball of the command line. `--all` also makes those that electron-builder makes with tools that
 * it downloads: dmg and zip, nsis, AppImage. Where Electron cannot be had on Linux, or with
 * `--stand-in`, a program stands in for it: such packages are for tests, and are named so.
 */
const root = join(import.meta.dirname, '..')
const output = join(root, 'dist')
const work = join(root, '.cache', 'dist')

const mayUseStandIn = async (): Promise<boolean> => {
  if (process.argv.includes('--stand-in')) return true
  const electron = electronPackage()
  return electronBinary(electron) === undefined && !(await isReachable(electron.version))
}

type Documents = Awaited<ReturnType<typeof shellDocuments>>

const isThere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** The packages of Linux that this machine can make, by the programs that make them. */
const makers = [
  { name: 'deb', program: 'dpkg-deb', make: makeDeb },
  { name: 'rpm', program: 'rpmbuild', make: makeRpm },
] as const

const makeLinuxPackages = async (
  app: string,
  suffix: string,
  documents: Documents,
): Promise<readonly string[]> => {
  const date = commitDate(root)
  const facts: LinuxPackage = {
    version: packageJson.version,
    date,
    description: packageJson.description,
    suffix,
  }
  const made: string[] = []
  for (const { name, program, make } of makers) {
    if (isThere(program)) {
      const tree = join(work, `tree-${name}`)
      await layOutTree(tree, { kind: name, app, version: facts.version, date, documents })
      made.push(make(tree, output, facts))
      rmSync(tree, { recursive: true })
    } else console.log(`No ${name}: ${program} is not installed.`)
  }
  return made
}

const main = async (): Promise<void> => {
  if (!installBeside(packagesFolder, 'What packs Coldpress')) process.exit(1)
  await ensureBuilt(root, () => console.log('Building …'))
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const { folder, isStandIn, packages } = await packApp({
    root,
    work,
    mayUseStandIn: await mayUseStandIn(),
    withTargets: process.argv.includes('--all'),
  })
  const suffix = isStandIn ? '_stand-in' : ''
  const built = packages
    .filter((path) => statSync(path).isFile())
    .map((path) => {
      const target = join(output, basename(path))
      copyFileSync(path, target)
      return target
    })
  const documents = await shellDocuments(packageJson.version, commitDate(root))
  const made = [
    ...built,
    ...(process.platform === 'linux' ? await makeLinuxPackages(folder, suffix, documents) : []),
    makeNpmTarball(root, { work, output }, documents),
  ]
  console.log(`\n${contentsTable(contentsOf(folder))}\n`)
  for (const path of made) console.log(`${relative(root, path)}  ${bytesText(statSync(path).size)}`)
  if (isStandIn)
    console.log(
      '\nElectron is not here: a stand-in was packed. These packages install, and their command line runs, but they open no window.',
    )
}

try {
  await main()
} catch (cause) {
  console.error(messageOf(cause))
  process.exit(1)
}
