import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Installation } from '#contract/updates/installations.ts'
import type { Release, ReleaseFile } from './release.ts'

/** @param program the folder with the program's package.json, or its app.asar */
export const installationOf = (program: string, platform: NodeJS.Platform): Installation => {
  const resources = resourcesOf(program)
  if (resources === undefined) return existsSync(join(program, 'src')) ? 'checkout' : 'npm'
  if (platform === 'darwin') return 'mac'
  if (platform === 'win32') return 'windows'
  const type = packageType(resources)
  if (type === 'deb' || type === 'rpm') return type
  // Also one that was unpacked: only a checkout takes the key of releases from outside.
  return 'appimage'
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
