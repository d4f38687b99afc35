import { ColdpressError } from '#values/errors/errors.ts'
import type { Cid } from '../content/cid.ts'
import type { ContentStore } from '../content/store.ts'

/** What a pinner needs of the content store. */
export type PinnedContent = Pick<ContentStore, 'read' | 'recover' | 'maxBytesOf'>

/** @throws ColdpressError `not_found` for content that is not in the store, or damaged there */
export const requireContent = async (
  store: Pick<ContentStore, 'recover'>,
  cid: Cid,
): Promise<{ readonly size: number }> => {
  const stored = await store.recover(cid)
  if (stored !== undefined) return stored
  throw new ColdpressError(
    'not_found',
    `${cid} is not in the content store, or its file is damaged. Add the file again.`,
    { details: { cid } },
  )
}
