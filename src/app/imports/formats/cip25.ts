import { naturalOrder } from '#values/text/text.ts'
import { jsonValue } from '#values/bounds/bounded.ts'
import { baseOf, fileStem } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import {
  cip25Json,
  type Cip25Token,
  fieldsOfToken,
  hexNotes,
  isCip25,
  isPlaceholder,
  tokensOfCip25,
} from './cip25-json.ts'
import { createImageFinder, createWorkFinder } from './find-media.ts'
import { readAllFiles } from './unread-files.ts'
import type { Format, FormatSource } from './format.ts'
import { maxTableBytes } from './limits.ts'
import { firstJson, readJson } from './read-json.ts'
import { type TokenRecord, tableOfRecords } from './record-table.ts'
import { isJson, isMedia, tokenFiles } from './token-files.ts'
import { worksOfFiles } from './work-files.ts'

/** Files of CIP-25 metadata: one for each token, or one for all. */
export const cip25: Format = {
  name: 'cip25',
  recognise: async (source) => {
    const first = await firstJson(source, jsonFiles(source), cip25Json, maxTableBytes)
    return (
      first && { strength: 'sure', reason: `${first.file.name} has metadata with the label 721` }
    )
  },
  read: async (source) => {
    const files = jsonFiles(source).toSorted((a, b) => naturalOrder(baseOf(a.name), baseOf(b.name)))
    const { found: read } = await readAllFiles(source, files, async (file) => {
      const json = await readJson(source, file, jsonValue, maxTableBytes)
      const found = tokensOfCip25(json, file.name)
      const isAlone = found.length === 1
      return {
        tokens: found.map((token) => ({ ...token, file, isAlone })),
        unread: isCip25(json) ? [] : [{ name: file.name, why: 'it has no label 721.' }],
      }
    })
    const tokens = read.flatMap((document) => document.tokens)
    if (tokens.length === 0) throw noTokens()
    const records = cip25Records(tokens, source.files.filter(isMedia))
    const [only, second] = files
    return {
      tablePath: only !== undefined && second === undefined ? only.path : source.folder,
      table: tableOfRecords(records, hexNotes(tokens)),
      unread: read.flatMap((document) => document.unread),
    }
  },
  describes: (source) => jsonFiles(source),
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

/** The records of tokens with CIP-25 metadata. */
const cip25Records = (
  tokens: readonly FoundToken[],
  media: readonly FileEntry[],
): readonly TokenRecord[] => {
  const imageOf = createImageFinder(media)
  const workOf = createWorkFinder(media)
  const read = tokens.map((token) => ({ ...token, fields: fieldsOfToken(token.fields) }))
  return read.map(({ assetName, fields: cip25Fields, file, isAlone }): TokenRecord => {
    const { name, image, description, mediaType, traits } = cip25Fields
    const ownName = isPlaceholder(assetName) ? '' : assetName
    const byStem = isAlone ? imageOf(withoutPlaceholder(image), fileStem(file.name), file) : ''
    return {
      fields: {
        asset_name: ownName,
        name,
        image: byStem || imageOf(withoutPlaceholder(image), ownName, file),
        ...(description === '' ? {} : { description }),
        ...(mediaType === '' || isPlaceholder(mediaType) ? {} : { media_type: mediaType }),
      },
      works: worksOfFiles(cip25Fields, (src, type) => workOf(src, type, file)),
      traits,
      extras: [['source', file.name]],
      reshaped: cip25Fields.reshaped,
    }
  })
}

const withoutPlaceholder = (image: string): string => (isPlaceholder(image) ? '' : image)

const noTokens = (): ColdpressError =>
  errorBy(
    importErrors,
    'format_mismatch',
    {},
    'The folder holds no JSON file with CIP-25 metadata: its label "721" names a policy and tokens in it.',
  )
