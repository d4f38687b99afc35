import type { Format, FormatSource } from './format.ts'
import { tryJson } from './read-json.ts'
import { isMedia, pairedFiles, readTokenFiles, tokenFiles } from './token-files.ts'
import { tokenJson } from './token-json.ts'
import { isCip25 } from './cip25-json.ts'

/** A JSON file with `name`, `image` and `attributes` for each image, whatever program wrote it. */
export const erc721: Format = {
  name: 'erc721',
  recognise: async (source) => {
    if (source.named !== undefined) return undefined
    const { described, works } = partsOf(source)
    const [first] = pairedFiles(described, works)
    if (first === undefined) return undefined
    const json = await tryJson(source, first, tokenJson)
    return json === undefined || isCip25(json)
      ? undefined
      : { strength: 'likely', reason: `${first.name} describes the image of the same name` }
  },
  read: (source) => readTokenFiles(source, partsOf(source)),
  works: (source) => partsOf(source).works,
}

const partsOf = ({ files }: FormatSource) => ({
  described: tokenFiles(files),
  works: files.filter(isMedia),
})
