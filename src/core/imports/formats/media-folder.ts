import { basename } from 'node:path'
import { ColdpressError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { countText } from '#shared/format.ts'
import { stemOf } from '../plan/match-files.ts'
import { plainName } from './asset-names.ts'
import { tablesOf } from './choose-table.ts'
import type { Format } from './format.ts'
import { defaultPattern, nameByPattern } from './name-pattern.ts'
import { tableOfRecords } from './record-table.ts'
import { isMedia } from './token-files.ts'

/** A folder of images without a table: each file is a token, named after it by a pattern. */
export const mediaFolder: Format = {
  name: 'folder',
  recognise: async ({ files, named }) => {
    const works = files.filter(isMedia)
    return named !== undefined || works.length === 0 || tablesOf(files).length > 0
      ? undefined
      : { strength: 'possible', reason: `it holds ${countText(works.length, 'file')} and no table` }
  },
  read: async ({ files, folder, names }) => {
    const works = files.filter(isMedia)
    if (works.length === 0) throw noMedia()
    const stems = works.map(({ name }) => stemOf(name))
    const pattern = names ?? defaultPattern(stems, basename(folder))
    const records = works.map(({ name }) => {
      const text = nameByPattern(pattern, stemOf(name)) ?? ''
      const assetName = plainName(text).slice(0, limits.ledgerAssetNameBytes)
      return { fields: { asset_name: assetName, name: text, image: name }, traits: [], extras: [] }
    })
    return {
      tablePath: folder,
      table: tableOfRecords(records, [
        `Each file becomes a token, and its name is made by the pattern ${pattern}.`,
      ]),
    }
  },
  works: ({ files }) => files.filter(isMedia),
}

const noMedia = (): ColdpressError =>
  new ColdpressError(
    'invalid',
    'The folder holds no image, audio or video file. Choose the folder that holds them.',
    { details: { rule: 'table_missing' } },
  )
