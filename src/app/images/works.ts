import { Cid } from '#media/content/cid.ts'
import { extensionOf } from '#media/content/media.ts'
import type { ContentStore } from '#media/content/store.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { ColdpressError } from '#values/errors/errors.ts'

/** Bytes of a file beside a token's image; null for one that is not on this computer. */
export const workSize = (content: Pick<ContentStore, 'get'>, cid: string): number | null =>
  content.get(Cid(cid))?.size ?? null

type WorkToSave = { readonly cid: string; readonly name: string; readonly mediaType: string }

/**
 * Copies a file beside a token's image to where the user says.
 * @param chooseFile is given a name; null: the user cancelled
 * @returns the path of the copy
 * @throws ColdpressError `not_found` for a file that is not on this computer
 */
export const saveWork = async (
  content: Pick<ContentStore, 'get' | 'read'>,
  { cid: text, name, mediaType }: WorkToSave,
  chooseFile: (suggestedName: string) => Promise<string | null>,
): Promise<string | null> => {
  const cid = Cid(text)
  if (content.get(cid) === undefined)
    throw new ColdpressError(
      'not_found',
      'This file is not on this computer. Fetch it from where it is pinned: “Pinning” in the settings.',
      { details: { cid } },
    )
  const path = await chooseFile(`${fileName(name)}${extensionOf(mediaType) ?? ''}`)
  if (path !== null) await replaceFile(path, content.read(cid))
  return path
}

const longestName = 60

/** A name from a token's metadata, which anybody may have written, without what a path could be. */
const fileName = (name: string): string => {
  const plain = name
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, '-')
    .replaceAll(/^[\s-]+|[\s-]+$/gu, '')
    .slice(0, longestName)
  return plain === '' ? 'work' : plain
}
