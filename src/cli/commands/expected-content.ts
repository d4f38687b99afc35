import type { Cid } from '#media/content/cid.ts'
import { ownContent } from '#app/home/own-content.ts'
import type { Core } from '#app/create-core.ts'
import { tokenImages } from '#studio/home/studio-databases.ts'

type ExpectedContent = {
  readonly own: readonly Cid[]
  /** What tokens of the studios show besides: it was given as `ipfs://` and may never have been here. */
  readonly named: readonly Cid[]
}

/**
 * All the content that this home counts on. It is read from each place that names it: what one of
 * them has forgotten, another still knows.
 */
export const expectedContent = async (core: Core): Promise<ExpectedContent> => {
  const own = await ownContent(core)
  const known = new Set(own)
  return { own, named: tokenImages(core.home).filter((cid) => !known.has(cid)) }
}
