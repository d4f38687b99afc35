import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm run dist` has made (make-packages.ts). */
export const root = join(import.meta.dirname, '..', '..')
export const packedApp = join(root, '.cache', 'dist', 'packed', 'linux-unpacked')

const made = (ending: string): string => {
  const folder = join(root, 'dist')
  const name = readdirSync(folder).find((one) => one.endsWith(ending))
  if (name === undefined) throw new Error(`${folder} has no file that ends in ${ending}`)
  return join(folder, name)
}

export const debFile = (): string => made('.deb')
export const rpmFile = (): string => made('.rpm')
export const npmFile = (): string => made('.tgz')
