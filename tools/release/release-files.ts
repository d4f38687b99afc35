import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hashFile } from '#platform/disk/hash-file.ts'
import type { UnsignedFile } from '#app/updates/release.ts'

type Described = Pick<UnsignedFile, 'kind' | 'arch'>

const endings: readonly (readonly [pattern: RegExp, kind: Described['kind']])[] = [
  [/\.deb$/u, 'deb'],
  [/\.rpm$/u, 'rpm'],
  [/\.AppImage$/u, 'appimage'],
  [/\.dmg$/u, 'dmg'],
  [/-mac-[^-]+\.zip$/u, 'mac'],
  [/\.exe$/u, 'windows'],
  [/\.tgz$/u, 'npm'],
]

/** The names that each format has for a processor. */
const processors: readonly (readonly [pattern: RegExp, arch: Described['arch']])[] = [
  [/x86_64|amd64|x64/u, 'x64'],
  [/aarch64|arm64/u, 'arm64'],
]

/** What a file of the folder `dist` is, by its name; undefined for one that installs nothing. */
export const describeFile = (name: string): Described | undefined => {
  const kind = endings.find(([pattern]) => pattern.test(name))?.[1]
  if (kind === undefined) return undefined
  if (kind === 'npm') return { kind, arch: 'any' }
  const arch = processors.find(([pattern]) => pattern.test(name))?.[1]
  return arch === undefined ? undefined : { kind, arch }
}

/** Every file of a release in a folder, with its hash. @throws Error for packages of a test */
export const releaseFiles = async (folder: string): Promise<readonly UnsignedFile[]> => {
  const files: UnsignedFile[] = []
  for (const name of readdirSync(folder).toSorted()) {
    const described = describeFile(name)
    if (described !== undefined) {
      if (name.includes('stand-in')) throw new Error(`${name} has no Electron: it is for tests.`)
      const path = join(folder, name)
      const sha512 = (await hashFile('sha512', path)).digest('hex')
      files.push({ name, ...described, bytes: statSync(path).size, sha512 })
    }
  }
  return files
}
