import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { product } from '../product.ts'
import { run } from '../run.ts'

/** Node's names of processors, as Debian calls them. */
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

export type LinuxPackage = {
  readonly version: string
  readonly date: Date
  readonly description: string
  /** For packages that are not to be mistaken for the real ones. */
  readonly suffix: string
}

/** What Electron and the keychain need; Node's binary needs libstdc++. */
const depends = [
  'libasound2 | libasound2t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libc6',
  'libgbm1',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnotify4',
  'libnss3',
  'libstdc++6',
  'xdg-utils',
]

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()

const kibibytes = (folder: string): number =>
  filesIn(folder).reduce((sum, path) => sum + Math.ceil(lstatSync(path).size / 1024), 0)

/** dpkg verifies installed files against it (`dpkg --verify coldpress`). */
const checksums = (folder: string): string =>
  filesIn(folder)
    .map((path) => {
      const hash = createHash('md5').update(readFileSync(path)).digest('hex')
      return `${hash}  ${relative(folder, path)}\n`
    })
    .join('')

const control = (tree: string, { version, description }: LinuxPackage): string =>
  [
    `Package: ${product.packageName}`,
    `Version: ${version}`,
    `Architecture: ${architectures[process.arch] ?? process.arch}`,
    `Maintainer: ${product.maintainer}`,
    `Installed-Size: ${kibibytes(tree)}`,
    `Depends: ${depends.join(', ')}`,
    'Recommends: gnome-keyring | kwalletmanager | keepassxc',
    'Section: graphics',
    'Priority: optional',
    `Description: ${product.summary}`,
    ` ${description}`,
    '',
  ].join('\n')

const here = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

/** dpkg calls it with other words for an upgrade, and for the version that is replaced. */
const onlyOn = (words: string, script: string): string =>
  script.replace(/^set -e$/mu, `set -e\ncase "$1" in ${words}) ;; *) exit 0 ;; esac`)

/**
 * Makes the deb of a tree and answers its path. `DEBIAN` is added to the tree. Zstandard takes
 * seconds where xz takes minutes, and dpkg reads it since Debian 12 and Ubuntu 18.04.
 */
export const makeDeb = (tree: string, output: string, facts: LinuxPackage): string => {
  const described = join(tree, 'DEBIAN')
  const sums = checksums(tree)
  const text = control(tree, facts)
  mkdirSync(described)
  writeFileSync(join(described, 'control'), text)
  writeFileSync(join(described, 'md5sums'), sums)
  const scripts = {
    postinst: onlyOn('configure', here('after-install.sh')),
    postrm: onlyOn('remove | purge', here('after-removal.sh')),
  }
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(described, name), script)
    chmodSync(join(described, name), 0o755)
  }
  const architecture = architectures[process.arch] ?? process.arch
  const name = `${product.packageName}_${facts.version}_${architecture}${facts.suffix}.deb`
  const file = join(output, name)
  run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z6', '--build', tree, file], {
    env: { SOURCE_DATE_EPOCH: String(facts.date.getTime() / 1000) },
  })
  return file
}
