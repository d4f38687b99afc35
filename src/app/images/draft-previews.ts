import { rm } from 'node:fs/promises'
import type { CallOutput } from '#contract/window/calls.ts'
import { readCid } from '#media/content/cid.ts'
import type { ContentStore } from '#media/content/store.ts'
import type { ImageSettings } from '#contract/imports/image-settings.ts'
import type { ImageOutcome } from '#media/images/image-job.ts'
import type { ImageProcess } from '#media/images/process.ts'
import type { PreparedImages } from '../imports/pipeline/prepared-images.ts'
import type { FileEntry, PlannedImage } from '../imports/plan/plan-types.ts'
import { mediaTypeOf } from '../imports/plan/metadata-input.ts'
import type { ImageFile } from './thumbnails.ts'

type PreviewAnswer = CallOutput<'imports.image'>

/** Images of drafts, as their import will store them. */
export interface Previews {
  /** @throws ColdpressError `invalid` with an image rule when the import would reject the file. */
  make(draft: string, image: PlannedImage, settings: ImageSettings): Promise<PreviewAnswer>
  /** The file behind `/preview/<id>`. */
  file(id: string): ImageFile | undefined
  /** Cancels the draft's previews and removes their files. */
  drop(draft: string): Promise<void>
}

type Preview = {
  readonly id: string
  readonly draft: string
  readonly stop: AbortController
  readonly outcome: Promise<ImageOutcome>
  made: ImageFile | undefined
  /** A file that was made for it alone. */
  own: string | undefined
}

/** Two screens of cards; the oldest are forgotten first. */
const maxPerDraft = 120

export const createPreviews = (deps: {
  readonly images: () => Pick<ImageProcess, 'process'>
  readonly content: Pick<ContentStore, 'get' | 'tempPath'>
  readonly prepared: Pick<PreparedImages, 'prepare' | 'find'>
}): Previews => {
  // In the order of their creation.
  const previews = new Map<string, Preview>()
  let count = 0

  const remove = async (key: string, preview: Preview): Promise<void> => {
    previews.delete(key)
    preview.stop.abort()
    await preview.outcome.catch(() => undefined)
    if (preview.own !== undefined) await rm(preview.own, { force: true })
  }
  const ofDraft = (draft: string) => [...previews].filter(([, preview]) => preview.draft === draft)

  const start = (draft: string, file: FileEntry, settings: ImageSettings): Preview => {
    const stop = new AbortController()
    const make = async (): Promise<ImageOutcome> => {
      await deps.prepared.prepare(draft, file, settings, stop.signal)
      const found = deps.prepared.find(file, settings)
      if (found === undefined) return await renderAlone(preview, file, settings)
      const { outcome, target } = found
      preview.made = { path: target ?? file.path, mediaType: outcome.mediaType }
      return outcome
    }
    const id = `${draft}-${(count += 1)}`
    const preview: Preview = { id, draft, stop, outcome: make(), made: undefined, own: undefined }
    return preview
  }

  /** What is no image, or found no room, is not prepared. */
  const renderAlone = async (
    preview: Preview,
    { path: source }: FileEntry,
    settings: ImageSettings,
  ): Promise<ImageOutcome> => {
    const target = deps.content.tempPath()
    const job = { source, target, settings }
    const outcome = await deps.images().process(job, preview.stop.signal)
    if (!outcome.untouched) preview.own = target
    preview.made = { path: preview.own ?? source, mediaType: outcome.mediaType }
    return outcome
  }

  const ofFile = async (draft: string, file: FileEntry, settings: ImageSettings) => {
    const key = JSON.stringify([draft, file.path, file.size, file.mtimeMs, settings])
    const preview = previews.get(key) ?? start(draft, file, settings)
    previews.set(key, preview)
    try {
      const { mediaType, bytes, width, height, notes } = await preview.outcome
      const url = `/preview/${preview.id}`
      return { url, mediaType, bytes, width, height, notes: [...notes] }
    } catch (error) {
      if (previews.get(key) === preview) previews.delete(key)
      throw error
    } finally {
      for (const [old, other] of ofDraft(draft).slice(0, -maxPerDraft)) await remove(old, other)
    }
  }

  return {
    make: async (draft, image, settings) => {
      if (image.kind === 'file') return ofFile(draft, image.file, settings)
      return image.kind === 'ipfs' ? pinned(deps.content, image.uri) : onTheWeb(image)
    },
    file: (id) => [...previews.values()].find((preview) => preview.id === id)?.made,
    drop: async (draft) => {
      await Promise.all(ofDraft(draft).map(([key, preview]) => remove(key, preview)))
    },
  }
}

const unknown = { url: null, mediaType: '', bytes: 0, width: null, height: null }

const pinned = (content: Pick<ContentStore, 'get'>, uri: string): PreviewAnswer => {
  const cid = readCid(uri.slice('ipfs://'.length))?.v0
  const stored = cid === undefined ? undefined : content.get(cid)
  if (stored === undefined)
    return { ...unknown, notes: ['The image is on IPFS already and not on this computer.'] }
  const notes = ['The image is on IPFS already; it stays as it is.']
  const mediaType = stored.mediaType ?? ''
  return { ...unknown, url: `/content/${cid}`, mediaType, bytes: stored.size, notes }
}

const onTheWeb = (image: PlannedImage): PreviewAnswer => ({
  ...unknown,
  mediaType: mediaTypeOf(image) ?? '',
  notes: ['The service takes the image from the web when the token is added.'],
})
