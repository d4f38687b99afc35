import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Installation } from '#shared/installations.ts'
import type { Release, ReleaseFile } from './release.ts'

type System = {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

/** @param program the folder with the program's package.json, or its app.asar */
export const installationOf = (program: string, { platform, env }: System): Installation => {
  const resources = resourcesOf(program)
  if (resources === undefined) return existsSync(join(program, 'src')) ? 'checkout' : 'npm'
  if (platform === 'darwin') return 'mac'
  if (platform === 'win32') return 'windows'
  const type = packageType(resources)
  if (type === 'deb' || type === 'rpm') return type
  return env['APPIMAGE'] === undefined ? 'checkout' : 'appimage'
}

/** The folder `resources` of a package, which holds app.asar and the command line. */
const resourcesOf = (program: string): string | undefined =>
  ['app.asar', 'command-line'].includes(basename(program)) &&
  existsSync(join(dirname(program), 'app.asar'))
    ? dirname(program)
    : undefined

/** deb and rpm have the same files but for this one, which packing writes. */
const packageType = (resources: string): string | undefined => {
  const path = join(resources, 'package-type')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** The file of a release for this installation; undefined when there is none. */
export const fileFor = (
  { files }: Release,
  installation: Installation,
  arch: string,
): ReleaseFile | undefined =>
  files.find((file) => file.kind === installation && (file.arch === arch || file.arch === 'any'))

/** What the user types to install a downloaded file; undefined where the app does it, or git. */
export const installCommand = (installation: Installation, path: string): string | undefined => {
  switch (installation) {
    case 'deb':
      return `sudo apt install ${quoted(path)}`
    case 'rpm':
      return `sudo rpm --upgrade ${quoted(path)}`
    case 'npm':
      return `npm install --global ${quoted(path)}`
    case 'appimage':
    case 'mac':
    case 'windows':
    case 'checkout':
      return undefined
    default:
      return installation satisfies never
  }
}

/** A path as one word of a shell. */
const quoted = (path: string): string =>
  /^[\w./@%+=:,-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
