import { countText } from '#shared/format.ts'
import { naturalOrder } from '#shared/text.ts'
import { jsonValue } from '#shared/bounded.ts'
import { baseOf, stemOf } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { ColdpressError } from '#shared/errors.ts'
import {
  cip25Json,
  type Cip25Token,
  countEach,
  factsOfToken,
  joinedNotes,
  isCip25,
  isPlaceholder,
  tokensOfCip25,
} from './cip25-json.ts'
import type { Format, FormatSource } from './format.ts'
import { maxTableBytes } from './limits.ts'
import { readEach, readJson, tryJson } from './read-json.ts'
import { type TokenRecord, tableOfRecords } from './record-table.ts'
import { isJson, isMedia, tokenFiles } from './token-files.ts'
import { createImageFinder, createWorkFinder } from './token-json.ts'
import { worksOf } from './work-files.ts'

/** Files of CIP-25 metadata: one for each token, or one for all. */
export const cip25: Format = {
  name: 'cip25',
  recognise: async (source) => {
    const [first] = jsonFiles(source)
    if (first === undefined) return undefined
    if ((await tryJson(source, first, cip25Json, maxTableBytes)) === undefined) return undefined
    return { strength: 'sure', reason: `${first.name} has metadata with the label 721` }
  },
  read: async (source) => {
    const files = jsonFiles(source).toSorted((a, b) => naturalOrder(baseOf(a.name), baseOf(b.name)))
    const others: string[] = []
    const tokens = await readEach(source, files, async (file) => {
      const json = await readJson(source, file, jsonValue, maxTableBytes)
      if (!isCip25(json)) others.push(file.name)
      const found = tokensOfCip25(json, file.name)
      return found.map((token) => ({ ...token, file, isAlone: found.length === 1 }))
    })
    if (tokens.flat().length === 0) throw noTokens()
    const { records, notes } = cip25Records(tokens.flat(), source.files.filter(isMedia))
    const [only, second] = files
    return {
      tablePath: only !== undefined && second === undefined ? only.path : source.folder,
      table: tableOfRecords(records, [
        ...notes,
        ...(others.length === 0
          ? []
          : [`Not read, because they have no label 721: ${others.slice(0, 5).join(', ')}.`]),
      ]),
    }
  },
  works: ({ files }) => files.filter(isMedia),
}

const jsonFiles = ({ files, named, folder }: FormatSource): readonly FileEntry[] =>
  named === undefined || named === folder
    ? tokenFiles(files)
    : files.filter((file) => isJson(file) && file.path === named)

type FoundToken = Cip25Token & {
  readonly file: FileEntry
  /** Whether the file describes no other token: its name is then the token's too. */
  readonly isAlone: boolean
}

/** The records of tokens with CIP-25 metadata, and what of it no column can hold. */
const cip25Records = (
  tokens: readonly FoundToken[],
  media: readonly FileEntry[],
): { readonly records: readonly TokenRecord[]; readonly notes: readonly string[] } => {
  const imageOf = createImageFinder(media)
  const workOf = createWorkFinder(media)
  const read = tokens.map((token) => ({ ...token, facts: factsOfToken(token.facts) }))
  const records = read.map(({ assetName, facts, file, isAlone }): TokenRecord => {
    const { name, image, description, mediaType, traits } = facts
    const ownName = isPlaceholder(assetName) ? '' : assetName
    const byStem = isAlone ? imageOf(withoutPlaceholder(image), stemOf(file.name)) : ''
    return {
      fields: {
        asset_name: ownName,
        name,
        image: byStem || imageOf(withoutPlaceholder(image), ownName),
        ...(description === '' ? {} : { description }),
        ...(mediaType === '' || isPlaceholder(mediaType) ? {} : { media_type: mediaType }),
      },
      works: worksOf(facts, workOf),
      traits,
      extras: [['source', file.name]],
    }
  })
  const notes = countEach(read.flatMap(({ facts }) => facts.unread)).map(
    ([name, count]) => `"${name}" of ${countText(count, 'token')} is no text and is not read.`,
  )
  const joined = joinedNotes(read.map(({ facts }) => facts))
  return { records, notes: [...notes.slice(0, 20), ...joined.slice(0, 20)] }
}

const withoutPlaceholder = (image: string): string => (isPlaceholder(image) ? '' : image)

const noTokens = (): ColdpressError =>
  new ColdpressError(
    'invalid',
    'The folder holds no JSON file with CIP-25 metadata: its label "721" names a policy and tokens in it.',
    { details: { rule: 'format_mismatch' } },
  )
