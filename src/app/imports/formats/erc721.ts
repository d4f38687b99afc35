import { baseOf, createFileMatcher } from '../plan/match-files.ts'
import { isStill } from '../plan/read-work.ts'
import type { Format, FormatSource, Recognised } from './format.ts'
import { firstJson } from './read-json.ts'
import { isMedia, pairedFiles, readTokenFiles, tokenFiles } from './token-files.ts'
import { tokenJson } from './token-json.ts'
import { isCip25 } from './cip25-json.ts'
import { unreadableTokens } from './unread-files.ts'

/** A JSON file with `name`, `image` and `attributes` for each image, whatever program wrote it. */
export const erc721: Format = {
  name: 'erc721',
  recognise: async (source) => {
    if (source.named !== undefined) return undefined
    const { described, works } = partsOf(source)
    const paired = pairedFiles(described, works)
    if (paired.length === 0) return await recogniseByImages(source)
    const first = await firstJson(source, paired, tokenJson)
    if (first === undefined) return await unreadableTokens(source, paired)
    return isCip25(first.json.raw)
      ? undefined
      : { strength: 'likely', reason: `${first.file.name} describes the image of the same name` }
  },
  read: (source) => readTokenFiles(source, partsOf(source)),
  describes: (source) => partsOf(source).described,
  works: (source) => partsOf(source).works,
}

/**
 * By the images that the files themselves name. Of more images than files, those without one would be
 * no tokens.
 */
const recogniseByImages = async (source: FormatSource): Promise<Recognised | undefined> => {
  const { described, works } = partsOf(source)
  if (works.filter(isStill).length > described.length) return undefined
  const { match } = createFileMatcher(works)
  const named = tokenJson.refine(
    ({ raw, image }) =>
      !isCip25(raw) && (/^https?:/iu.test(image) || match(baseOf(image)).kind === 'found'),
  )
  const first = await firstJson(source, described, named)
  return (
    first && { strength: 'possible', reason: `${first.file.name} describes a token and its image` }
  )
}

const partsOf = ({ files }: FormatSource) => ({
  described: tokenFiles(files),
  works: files.filter(isMedia),
})
