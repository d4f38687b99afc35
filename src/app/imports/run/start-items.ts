import type { Item, ItemImage, ItemStage, ItemWork } from '../journal/journal-schema.ts'
import { isSameFile } from '../plan/same-file.ts'
import type { FileEntry, PlannedImage, PlannedToken, PlannedWork } from '../plan/plan-types.ts'
import { differences, type ListedToken } from '../upload/reconcile.ts'

export type StartOptions = {
  /** The journal's items from earlier runs of the job. */
  readonly before: readonly Item[]
  /** What the collection holds. */
  readonly held: readonly ListedToken[]
  readonly isStored: (cid: string) => boolean
}

/**
 * Where each token of a plan starts: what an earlier run made of the same source is kept, what
 * was made of another source, or is not sound in the content store any more, is made again. Also
 * the image of a token that was added: its upload then finds the token in the collection.
 */
export const startItems = (plan: readonly PlannedToken[], startOptions: StartOptions): Item[] => {
  const before = new Map(startOptions.before.map((item) => [item.asset_name, item]))
  const held = Map.groupBy(startOptions.held, ({ assetName }) => assetName)
  return plan.map((planned) => {
    const image = itemImage(planned.image)
    const works = planned.works.map((work) =>
      reusedWork(work, before.get(planned.assetName), startOptions.isStored),
    )
    const made = reusableImage(image, before.get(planned.assetName), startOptions.isStored)
    const item = plannedItem({
      ...made,
      asset_name: planned.assetName,
      row: planned.row,
      request: planned.request,
      image,
      works,
    })
    // a token that the collection has keeps its place only while its files are here too
    const isLost =
      (image.kind === 'file' && item.cid === null) || works.some(({ cid }) => cid === null)
    if (planned.state !== 'done' || isLost) return item
    const namesakes = held.get(planned.assetName) ?? []
    const token = namesakes.find((other) => isSame(planned, other)) ?? namesakes[0]
    return {
      ...item,
      stage: 'added',
      token_id: token?.id ?? null,
      token_image: token?.image ?? null,
      fingerprint: token?.fingerprint ?? null,
    }
  })
}

/**
 * The tokens that a job changes: those whose rows differ from what they were, and those that an earlier
 * run of it has changed. A row that leaves its token as it is makes no item.
 */
export const changeItems = (
  plan: readonly PlannedToken[],
  { before: items, held }: Pick<StartOptions, 'before' | 'held'>,
): Item[] => {
  const known = new Map(items.map((item) => [item.asset_name, item]))
  const ids = new Map(held.map(({ assetName, id }) => [assetName, id]))
  return plan.flatMap(({ row, assetName, request, image, state, before = null }): Item[] => {
    const earlier = known.get(assetName)
    if (state !== 'change') return earlier?.stage === 'added' ? [{ ...earlier, row }] : []
    return [
      plannedItem({
        asset_name: assetName,
        row,
        request,
        before,
        image: itemImage(image),
        token_id: ids.get(assetName) ?? earlier?.token_id ?? null,
      }),
    ]
  })
}

const isSame = (planned: PlannedToken, other: ListedToken): boolean =>
  differences({ ...planned, image: other.image ?? '' }, other).length === 0

const itemImage = (image: PlannedImage): ItemImage =>
  image.kind === 'file' ? { kind: 'file', file: sourceOf(image.file) } : image

const sourceOf = ({ name, path, size, mtimeMs }: FileEntry): ItemWork['file'] => ({
  name,
  path,
  size,
  mtimeMs,
})

/** A planned work, with what an earlier run made of the same file. */
const reusedWork = (
  { tag, typeTag, file }: PlannedWork,
  before: Item | undefined,
  isStored: (cid: string) => boolean,
): ItemWork => {
  const work = { tag, typeTag: typeTag ?? null, file: sourceOf(file) }
  const made = before?.works.find((candidate) => isSameFile(candidate.file, file))
  return made === undefined || made.cid === null || !isStored(made.cid)
    ? { ...work, sha256: null, cid: null, mediaType: null }
    : { ...made, ...work }
}

type Made = Pick<Item, 'stage' | 'source_sha256' | 'cid' | 'media_type' | 'notes'>

const reusableImage = (
  image: ItemImage,
  before: Item | undefined,
  isStored: (cid: string) => boolean,
): Partial<Made> => {
  if (image.kind !== 'file' || before?.image.kind !== 'file' || before.cid === null) return {}
  if (!isSameFile(before.image.file, image.file) || !isStored(before.cid)) return {}
  const { source_sha256, cid, media_type, notes } = before
  // Pinning is safe to repeat; of a failed item it is not known whether it was pinned.
  const stage = pinnedStages.has(before.stage) ? 'pinned' : 'imaged'
  return { stage, source_sha256, cid, media_type, notes }
}

const pinnedStages: ReadonlySet<ItemStage> = new Set(['pinned', 'sending', 'added'])

/** What a row of a plan says about a token, and what is known of it beside. */
type PlannedFields = Pick<Item, 'asset_name' | 'row' | 'request' | 'image'> & Partial<Item>

/** An item of which nothing has been made, apart from what is given. */
export const plannedItem = (fields: PlannedFields): Item => ({
  stage: 'planned',
  before: null,
  works: [],
  source_sha256: null,
  cid: null,
  media_type: null,
  notes: [],
  batch: null,
  token_id: null,
  token_image: null,
  fingerprint: null,
  error: null,
  ...fields,
})
