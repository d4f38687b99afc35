import { errorBy } from '#values/errors/error-rules.ts'
import { mintingErrors } from '#contract/mints/errors.ts'
import { countText } from '#values/text/format.ts'
import type { UnfetchedImage } from './image-fetches.ts'

/** How many of the images are named with the reason. */
const namedImages = 5

/** Why an image was not fetched; most reasons name it. */
export const unfetchedText = ({ address, message }: UnfetchedImage): string =>
  message.includes(address) ? message : `${address}: ${message}`

/** @throws ColdpressError `conflict` with rule `images_not_fetched`, unless there are none */
export const requireFetched = (unfetched: readonly UnfetchedImage[], gateway: string): void => {
  if (unfetched.length === 0) return
  const reasons = unfetched.slice(0, namedImages).map(unfetchedText)
  throw errorBy(
    mintingErrors,
    'images_not_fetched',
    { images: unfetched.length },
    `${countText(unfetched.length, 'file')} of these tokens ${unfetched.length === 1 ? 'was' : 'were'} not fetched through ${gateway}, so buyers may not see ${unfetched.length === 1 ? 'it' : 'them'}. ${reasons.join(' ')} Try again later, use another gateway, or accept that.`,
  )
}
