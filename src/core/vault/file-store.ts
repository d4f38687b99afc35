import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFileIfThere, removeFile, replaceFile } from '../disk/durable-file.ts'
import type { ItemName, SecretStore } from './secret-store.ts'

/**
 * One file per item, `secrets/<item>.age`: folders 0700, files 0600. The vault only stores age
 * ciphertext here, so any age program opens each file.
 */
export const createFileStore = (home: string): SecretStore => {
  const folder = join(home, 'secrets')
  const pathOf = (item: ItemName): string => join(folder, `${item}.age`)

  return {
    backend: 'sealed-files',
    read: (item) => readFileIfThere(pathOf(item)),
    write: async (item, bytes) => {
      const path = pathOf(item)
      for (const each of [folder, dirname(path)]) await makePrivate(each)
      await replaceFile(path, bytes)
    },
    remove: async (item) => {
      if ((await readFileIfThere(pathOf(item))) !== undefined) await removeFile(pathOf(item))
    },
    idle: async () => {},
  }
}

/** An existing folder may be open to others, so its mode is set. */
const makePrivate = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
}
