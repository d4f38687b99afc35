import { Cid } from '#media/content/cid.ts'
import { extensionOf } from '#media/content/media.ts'
import type { ContentStore } from '#media/content/store.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { WindowHandlersOf, ServicesDeps } from './services-deps.ts'

/** Handlers of the calls about files beside a token's image. */
export const workHandlers = ({
  content,
  dialogs,
}: {
  readonly content: Pick<ContentStore, 'get' | 'read'>
  readonly dialogs: Pick<ServicesDeps['dialogs'], 'saveFile'>
}): WindowHandlersOf<'works'> => ({
  'works.size': ({ cid }) => content.get(Cid(cid))?.size ?? null,
  'works.save': async ({ cid: text, name, mediaType }) => {
    const cid = Cid(text)
    if (content.get(cid) === undefined)
      throw new ColdpressError(
        'not_found',
        'This file is not on this computer. Fetch it from where it is pinned: “Pinning” in the settings.',
        { details: { cid } },
      )
    const path = await dialogs.saveFile(`${fileName(name)}${extensionOf(mediaType) ?? ''}`)
    if (path === null) return null
    await replaceFile(path, content.read(cid))
    return path
  },
})

const longestName = 60

/** A name from a token's metadata, which anybody may have written, without what a path could be. */
const fileName = (name: string): string => {
  const plain = name
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, '-')
    .replaceAll(/^[\s-]+|[\s-]+$/gu, '')
    .slice(0, longestName)
  return plain === '' ? 'work' : plain
}
