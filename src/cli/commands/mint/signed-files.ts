import type { SignedFile } from '#app/mints/signed-file.ts'
import { readInputText } from '#cli/files.ts'

/** Files with signatures that the command line names. @throws ColdpressError `usage` */
export const readSignedFiles = (paths: readonly string[]): Promise<readonly SignedFile[]> =>
  Promise.all(
    paths.map(async (path) => ({
      name: path,
      text: await readInputText(path, 'witness file'),
    })),
  )
