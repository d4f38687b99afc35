import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFileIfThere, removeFile, replaceFile } from '../disk/durable-file.ts'
import type { ItemName, SecretStore } from './secret-store.ts'

/**
 * One file per item, `secrets/<item>.age`: folders 0700, files 0600. The vault gives it age
 * ciphertext alone, so each file opens with any age program as well.
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

/** A folder that stood there before us may be open to others: its mode is set, not assumed. */
const makePrivate = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
}
