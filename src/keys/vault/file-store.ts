import { chmod, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readOnlyError } from '#platform/db/database-error.ts'
import { readFileIfThere, removeFile, replaceFile } from '#platform/disk/durable-file.ts'
import { isItemName, type ItemName, type SecretStore } from './secret-store.ts'
import { systemCode } from '#platform/disk/disk-error.ts'

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
    list: async () => {
      const groups = await namesIn(folder)
      const names = await Promise.all(
        groups.map(async (group) =>
          (await namesIn(join(folder, group))).map(
            (name) => `${group}/${name.replace(/\.age$/u, '')}`,
          ),
        ),
      )
      return names.flat().filter(isItemName)
    },
    remove: async (item) => {
      if ((await readFileIfThere(pathOf(item))) !== undefined) await removeFile(pathOf(item))
    },
    idle: async () => {},
  }
}

/** An existing folder may be open to others, so its mode is set. */
const makePrivate = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await chmod(path, 0o700)
  } catch (error) {
    throw systemCode(error) === 'EROFS' ? readOnlyError(path, error) : error
  }
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return []
    throw error
  })
