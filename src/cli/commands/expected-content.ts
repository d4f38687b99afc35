import type { Cid } from '#media/content/cid.ts'
import { ownContent } from '#app/home/own-content.ts'
import type { App } from '#app/create-app.ts'
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
export const expectedContent = async (app: App): Promise<ExpectedContent> => {
  const own = await ownContent(app)
  const known = new Set(own)
  return { own, named: tokenImages(app.home).filter((cid) => !known.has(cid)) }
}
