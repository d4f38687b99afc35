import type { Item } from '../journal/journal-schema.ts'
import type { ExistingToken, FileEntry, SourceSummary } from '../plan/plan-types.ts'
import { differences, type ListedToken } from '../upload/reconcile.ts'
import { tokenToSend } from '../upload/token-to-send.ts'

/** What the tokens were when the table was made. A job that goes on has it in its journal. */
export const openedTokens = (
  opened: readonly ExistingToken[],
  items: readonly Item[],
): readonly ExistingToken[] => {
  const known = new Map(opened.map((token) => [token.assetName, token]))
  for (const { asset_name: assetName, stage, before } of items)
    if (before !== null && stage !== 'added')
      known.set(assetName, {
        assetName,
        fields: before,
        image: known.get(assetName)?.image ?? null,
      })
  return [...known.values()]
}

/** What the collection holds, each token with what the journal knows of its files. */
export const existingTokens = (
  held: readonly ListedToken[],
  items: readonly Item[],
): readonly ExistingToken[] => {
  const byName = new Map(items.map((item) => [item.asset_name, item]))
  return held.map((token) => withSource(token, byName.get(token.assetName)))
}

/**
 * A token that this job made is planned with the row that made it: the row's media type may be
 * another than that of the pinned image, and a source file says more than a CID.
 */
const withSource = (token: ListedToken, item: Item | undefined): ExistingToken => {
  if (item === undefined || (item.image.kind === 'file' && item.cid === null)) return token
  if (item.works.some(({ cid }) => cid === null)) return token
  const sent = tokenToSend(item, { cid: item.cid, mediaType: item.media_type })
  if (differences(sent, token).length > 0) return token
  const { assetName, image } = token
  const { price } = token.fields
  const fields = { ...item.request, price }
  const works = new Map(
    item.works.map((work) => [work.tag, summarizeSource(work.file, work.sha256)]),
  )
  const made = { assetName, image, fields, works }
  if (item.image.kind === 'ipfs') return made
  if (item.image.kind === 'url') return { ...made, source: item.image }
  const source = { kind: 'file', ...summarizeSource(item.image.file, item.source_sha256) } as const
  return { ...made, source }
}

const summarizeSource = (
  { size, mtimeMs }: Pick<FileEntry, 'size' | 'mtimeMs'>,
  sha256: string | null,
): SourceSummary => ({ size, mtimeMs, ...(sha256 === null ? {} : { sha256 }) })
