import { type Cid, readCid } from '#core/content/cid.ts'
import type { ContentStore } from '#core/content/store.ts'
import type { ImageFile } from './services-deps.ts'
import { thumbnailSizes, type Thumbnails, type ThumbnailSize } from './thumbnails.ts'

/** Media type of files without one of their own: nothing that a browser would run. */
const anyBytes = 'application/octet-stream'

/**
 * The files that the window may show: `/thumb/<cid>?size=320`, `/content/<cid>`, `/preview/<id>`. A
 * name becomes a path only if it is exactly a CIDv0, or the id of a preview.
 */
export const createImageFiles =
  (deps: {
    readonly content: Pick<ContentStore, 'get' | 'path'>
    readonly thumbnails: Pick<Thumbnails, 'get'>
    readonly preview: (id: string) => Promise<ImageFile | undefined> | ImageFile | undefined
  }) =>
  async ({ pathname, searchParams }: URL): Promise<ImageFile | undefined> => {
    const [area, name] = /^\/(thumb|content|preview)\/([^/]+)$/u.exec(pathname)?.slice(1) ?? []
    if (area === undefined || name === undefined) return undefined
    if (area === 'preview') return deps.preview(name)
    const cid = exactCid(name)
    if (cid === undefined) return undefined
    if (area === 'content') return contentOf(deps.content, cid)
    const size = sizeOf(searchParams.get('size'))
    return size === undefined ? undefined : deps.thumbnails.get(cid, size)
  }

const exactCid = (text: string): Cid | undefined => {
  const cid = readCid(text)?.v0
  return cid === text ? cid : undefined
}

const sizeOf = (text: string | null): ThumbnailSize | undefined =>
  thumbnailSizes.find((size) => String(size) === (text ?? '320'))

const contentOf = (
  content: Pick<ContentStore, 'get' | 'path'>,
  cid: Cid,
): ImageFile | undefined => {
  const stored = content.get(cid)
  if (stored === undefined) return undefined
  return { path: content.path(cid), mediaType: stored.mediaType ?? anyBytes }
}
