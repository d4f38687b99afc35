import { countText } from '#values/text/format.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { mintingErrors } from '#contract/mints/errors.ts'

/** @throws ColdpressError `conflict` with rule `images_only_here`, unless there are none */
export const requirePublicImages = (count: number): void => {
  if (count === 0) return
  throw errorBy(
    mintingErrors,
    'images_only_here',
    { images: count },
    `${countText(count, 'file')} of these tokens ${count === 1 ? 'exists' : 'exist'} on this computer only. Nobody else can open ${count === 1 ? 'it' : 'them'}, and ${count === 1 ? 'it is' : 'they are'} gone with this computer. Pin ${count === 1 ? 'it' : 'them'} at a public place, or accept that.`,
  )
}
