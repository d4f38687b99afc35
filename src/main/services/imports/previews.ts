import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallOutput } from '#shared/calls/contract.ts'
import { readCid } from '#core/content/cid.ts'
import type { ContentStore } from '#core/content/store.ts'
import type { ImageOutcome, ImageSettings } from '#core/images/image-job.ts'
import type { ImageProcess } from '#core/images/process.ts'
import type { FileEntry, PlannedImage } from '#core/imports/plan/plan-types.ts'
import { mediaTypeOf } from '#core/imports/plan/metadata-input.ts'
import type { ImageFile } from '../services-deps.ts'

type PreviewAnswer = CallOutput<'imports.image'>

/** Images of drafts, rendered as their import would, in `<home>/cache/previews`. */
export interface Previews {
  /** @throws ColdpressError `invalid` with an image rule when the import would reject the file. */
  make(draft: string, image: PlannedImage, settings: ImageSettings): Promise<PreviewAnswer>
  /** The file behind `/preview/<id>`. */
  file(id: string): ImageFile | undefined
  /** Cancels the draft's previews and removes their files. */
  drop(draft: string): Promise<void>
  close(): Promise<void>
}

type Preview = {
  readonly id: string
  readonly draft: string
  readonly target: string
  readonly stop: AbortController
  readonly outcome: Promise<ImageOutcome>
  made: ImageFile | undefined
}

/** Two screens of cards; the oldest are removed first. */
const maxPerDraft = 120

export const createPreviews = (deps: {
  readonly home: string
  readonly images: () => ImageProcess
  readonly content: ContentStore
}): Previews => {
  const folder = join(deps.home, 'cache', 'previews')
  // Files of an earlier run of the app belong to closed drafts.
  const ready = rm(folder, { recursive: true, force: true }).then(() =>
    mkdir(folder, { recursive: true, mode: 0o700 }),
  )
  ready.catch(() => undefined)
  // In the order of their creation.
  const previews = new Map<string, Preview>()
  let count = 0

  const remove = async (key: string, preview: Preview): Promise<void> => {
    previews.delete(key)
    preview.stop.abort()
    await preview.outcome.catch(() => undefined)
    await rm(preview.target, { force: true })
  }
  const ofDraft = (draft: string) => [...previews].filter(([, preview]) => preview.draft === draft)

  const start = (draft: string, file: FileEntry, settings: ImageSettings): Preview => {
    const id = `${draft}-${(count += 1)}`
    const target = join(folder, id)
    const stop = new AbortController()
    const make = async (): Promise<ImageOutcome> => {
      await ready
      const job = { source: file.path, target, settings }
      const outcome = await deps.images().process(job, stop.signal)
      const { mediaType, untouched } = outcome
      preview.made = { path: untouched ? file.path : target, mediaType }
      return outcome
    }
    const preview: Preview = { id, draft, target, stop, outcome: make(), made: undefined }
    return preview
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
    close: async () => {
      await Promise.all([...previews].map(([key, preview]) => remove(key, preview)))
      await ready.catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const unknown = { url: null, mediaType: '', bytes: 0, width: null, height: null }

const pinned = (content: ContentStore, uri: string): PreviewAnswer => {
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
