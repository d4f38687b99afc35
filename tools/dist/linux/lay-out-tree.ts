import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { makeThemeIcons } from '../icons/make-icons.ts'
import { product } from '../product.ts'

export type TreeOptions = {
  /** The installed program reads it: its updates are packages of the same kind. */
  readonly kind: 'deb' | 'rpm'
  /** electron-builder's unpacked app. */
  readonly app: string
  readonly version: string
  /** Of the commit, so that the same commit gives the same package. */
  readonly date: Date
  /** Man page and completions, at their paths below `/`. */
  readonly documents: Readonly<Record<string, string | Uint8Array>>
}

const here = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

const write = (path: string, content: string | Uint8Array, mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
}

/** Lays out the files of deb and rpm as they are below `/` once it is installed. */
export const layOutTree = async (target: string, options: TreeOptions): Promise<void> => {
  rmSync(target, { recursive: true, force: true })
  const { kind, app, version, date, documents } = options
  const folder = join(target, product.folder)
  cpSync(app, folder, { recursive: true, verbatimSymlinks: true })
  write(join(folder, 'resources', 'apparmor-profile'), here('apparmor-profile'))
  write(join(folder, 'resources', 'package-type'), `${kind}\n`)

  const bin = join(target, 'usr', 'bin')
  write(join(bin, product.packageName), here('launcher.sh'), 0o755)
  symlinkSync(`${product.folder}/${product.windowProgram}`, join(bin, product.windowProgram))

  const share = join(target, 'usr', 'share')
  write(join(share, 'applications', 'coldpress.desktop'), here('coldpress.desktop'))
  write(join(share, 'mime', 'packages', 'coldpress.xml'), here('coldpress.xml'))
  const metainfo = here('app.coldpress.Coldpress.metainfo.xml')
    .replace('@VERSION@', version)
    .replace('@DATE@', date.toISOString().slice(0, 10))
  write(join(share, 'metainfo', 'app.coldpress.Coldpress.metainfo.xml'), metainfo)
  await makeThemeIcons(join(share, 'icons', 'hicolor'))
  for (const [path, content] of Object.entries(documents)) write(join(target, path), content)
}
