import { type Cid, readCid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import {
  type ImageFile,
  thumbnailSizes,
  type Thumbnails,
  type ThumbnailSize,
} from './thumbnails.ts'
import { mediaTypeOfFile } from '../imports/plan/metadata-input.ts'
import type { Proposals } from '../imports/propose/proposals.ts'

/** Media type of files without one of their own: nothing that a browser would run. */
const anyBytes = 'application/octet-stream'

/**
 * The files that the window may show: `/thumb/<cid>?size=320`, `/content/<cid>`, `/preview/<id>`,
 * `/draft-work/<draft>/<row>/<number>`, `/draft-video/<draft>/<name>` and
 * `/proposed/<proposal>/<number>?size=320`, without a size the file itself. A name becomes a path only
 * if it is exactly a CIDv0, the id of a preview, a work of a draft's row, a video of its folder, or a
 * token's image of a proposal.
 */
export const createImageFiles =
  (deps: {
    readonly content: Pick<ContentStore, 'get' | 'path'>
    readonly thumbnails: Pick<Thumbnails, 'get' | 'ofFile'>
    readonly preview: (id: string) => Promise<ImageFile | undefined> | ImageFile | undefined
    readonly draftWork: DraftWork
    readonly draftVideo: DraftVideo
    readonly proposals: Pick<Proposals, 'file'>
  }) =>
  async ({ pathname, searchParams }: URL): Promise<ImageFile | undefined> => {
    if (pathname.startsWith('/draft-work/')) return draftWorkAt(pathname, deps.draftWork)
    if (pathname.startsWith('/draft-video/')) return draftVideoAt(pathname, deps.draftVideo)
    if (pathname.startsWith('/proposed/')) return proposedAt(pathname, searchParams, deps)
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

const proposedAt = async (
  pathname: string,
  searchParams: URLSearchParams,
  {
    proposals,
    thumbnails,
  }: {
    readonly proposals: Pick<Proposals, 'file'>
    readonly thumbnails: Pick<Thumbnails, 'ofFile'>
  },
): Promise<ImageFile | undefined> => {
  const [, id = '', number] = /^\/proposed\/([\w-]{1,64})\/(\d{1,9})$/u.exec(pathname) ?? []
  const file = proposals.file(id, Number(number))
  if (file === undefined) return undefined
  const asked = searchParams.get('size')
  const size = sizeOf(asked)
  // Only what decodes as an image leaves its folder, also whole.
  const small = size === undefined ? undefined : await thumbnails.ofFile(file, size)
  if (small === undefined || asked !== null) return small
  return { path: file.path, mediaType: mediaTypeOfFile(file) ?? anyBytes }
}

type DraftWork = (id: string, row: number, number: number) => ImageFile | undefined

const draftWorkAt = (pathname: string, draftWork: DraftWork): ImageFile | undefined => {
  const [, id, row, number] =
    /^\/draft-work\/([\w-]{1,64})\/(\d{1,9})\/(\d{1,2})$/u.exec(pathname) ?? []
  return id === undefined ? undefined : draftWork(id, Number(row), Number(number))
}

type DraftVideo = (id: string, name: string) => ImageFile | undefined

const draftVideoAt = (pathname: string, draftVideo: DraftVideo): ImageFile | undefined => {
  const [, id, name] = /^\/draft-video\/([\w-]{1,64})\/([^/]+)$/u.exec(pathname) ?? []
  return id === undefined || name === undefined ? undefined : draftVideo(id, decodeName(name))
}

/** As it stands where it is no encoded text: then it is no file's name either. */
const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * The HTML and SVG works that a frame may show, under the same names after their type:
 * `/html/content/<cid>`, `/svg/draft-work/<draft>/<row>/<number>`. Whoever asks says the type of
 * what is stored, as the token's metadata does: the frame gives no type more than the other.
 */
export const createWorkFiles =
  (image: (url: URL) => Promise<ImageFile | undefined>) =>
  async ({ pathname }: URL): Promise<ImageFile | undefined> => {
    const [, type, name] = /^\/(html|svg)(\/(?:content|draft-work)\/.+)$/u.exec(pathname) ?? []
    if (name === undefined) return undefined
    const found = await image(new URL(name, 'app://coldpress'))
    if (found === undefined) return undefined
    return { path: found.path, mediaType: type === 'svg' ? 'image/svg+xml' : 'text/html' }
  }
