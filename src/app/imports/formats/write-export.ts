import { chmod, copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { diskError } from '#platform/disk/disk-error.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { ExportFiles } from './export-files.ts'
import type { ExportedTokens } from './export-tokens.ts'

type Writing = {
  readonly store: Pick<ContentStore, 'isSound' | 'path'>
  readonly signal?: AbortSignal | undefined
  readonly onFile?:
    | ((progress: { readonly done: number; readonly total: number }) => void)
    | undefined
}

/** In a folder with files beside it. */
const tableName = 'tokens.csv'

/**
 * Writes an export: a file, or a folder that appears with all of its files or not at all.
 * @throws ColdpressError `corrupt` for a file that is damaged in the content store, `disk_full`,
 * `cancelled`
 */
export const writeExport = async (
  out: string,
  exported: ExportedTokens,
  { files }: Pick<ExportFiles, 'files'>,
  writing: Writing,
): Promise<void> => {
  if (exported instanceof Uint8Array && files.length === 0) return await replaceFile(out, exported)
  const texts = exported instanceof Uint8Array ? new Map([[tableName, exported]]) : exported
  const unfinished = await mkdtemp(`${out}.`).catch((error: unknown) => {
    throw diskError(error)
  })
  try {
    for (const [name, bytes] of texts) await writeFile(join(unfinished, name), bytes)
    for (const [at, { name, cid }] of files.entries()) {
      writing.signal?.throwIfAborted()
      await copySound(join(unfinished, name), cid, writing)
      writing.onFile?.({ done: at + 1, total: files.length })
    }
    await chmod(unfinished, 0o755)
    await rename(unfinished, out)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw diskError(error)
  }
}

const copySound = async (
  target: string,
  cid: ExportFiles['files'][number]['cid'],
  { store }: Writing,
): Promise<void> => {
  if (await store.isSound(cid)) return await copyFile(store.path(cid), target)
  throw new ColdpressError(
    'corrupt',
    `${cid} is damaged on this computer, so it was not exported. Import its file again, or repair the pins.`,
    { details: { cid } },
  )
}
