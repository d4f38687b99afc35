import type { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import { countText } from '#values/text/format.ts'
import { mediaTypeOfName } from '#media/content/media.ts'
import { namingFolder } from '../plan/collection-name.ts'
import { fileStem } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { isStill } from '../plan/read-work.ts'
import { fileAssetNames, seedOfFile } from './asset-names.ts'
import type { Format } from './format.ts'
import { defaultPattern, nameByPattern } from './name-pattern.ts'
import { tableOfRecords } from './record-table.ts'
import { isMedia, pathKey } from './token-files.ts'

/**
 * A folder of media without a table: each image is a token, named after it by a pattern. Video, audio
 * and other works are one with the image of their name.
 */
export const mediaFolder: Format = {
  name: 'folder',
  recognise: async ({ files, named, tables }) => {
    const works = files.filter(isPiece)
    return named !== undefined || works.length === 0 || (await tables()).length > 0
      ? undefined
      : { strength: 'possible', reason: `it holds ${countText(works.length, 'file')} and no table` }
  },
  read: async ({ files, folder, names }) => {
    const pieces = piecesOf(files)
    if (pieces.length === 0) throw noMedia()
    const stems = pieces.map(({ stem }) => stem)
    const pattern = names ?? defaultPattern(stems, namingFolder(folder))
    const texts = stems.map((stem) => nameByPattern(pattern, stem) ?? '')
    const seeds = texts.map((text, at) => seedOfFile(stems[at] ?? '', text))
    const { names: assetNames, notes } = fileAssetNames(seeds, namingFolder(folder))
    const records = pieces.map(({ image, works }, at) => {
      const fields = {
        asset_name: (assetNames[at] ?? '').slice(0, limits.ledgerAssetNameBytes),
        name: texts[at] ?? '',
        image: image?.name ?? '',
      }
      return { fields, works: works.map(({ name }) => ({ src: name })), traits: [], extras: [] }
    })
    return {
      tablePath: folder,
      made: { seeds },
      table: tableOfRecords(records, [
        `Each file becomes a token, and its name is made by the pattern ${pattern}.`,
        ...(pieces.some(({ works }) => works.length > 0)
          ? ['Video, audio and other works go beside the image of the same name.']
          : []),
        ...notes,
      ]),
    }
  },
  describes: () => [],
  works: ({ files }) => files.filter(isMedia),
}

/** What becomes a token by itself. A web page or a PDF may be about the folder, so it is only a work. */
const isPiece = (file: FileEntry): boolean =>
  isMedia(file) && !aboutAnything.has(mediaTypeOfName(file.name) ?? '')

const aboutAnything: ReadonlySet<string> = new Set(['text/html', 'application/pdf'])

type Piece = {
  readonly stem: string
  /** Undefined: none, or several that could be. */
  readonly image: FileEntry | undefined
  readonly works: readonly FileEntry[]
}

/** The tokens of a folder: every image, or a work with the one image of its name beside it. */
const piecesOf = (files: readonly FileEntry[]): readonly Piece[] =>
  [...Map.groupBy(files.filter(isMedia), pathKey).values()].flatMap((group): readonly Piece[] => {
    const stem = fileStem(group[0]?.name ?? '')
    const images = group.filter(isStill)
    const works = group.filter((file) => !isStill(file)).slice(0, limits.worksPerToken)
    if (works.length === 0) return images.map((image) => ({ stem, image, works }))
    const [image, second] = images
    if (image === undefined && !works.some(isPiece)) return []
    return [{ stem, image: second === undefined ? image : undefined, works }]
  })

const noMedia = (): ColdpressError =>
  errorBy(
    importErrors,
    'table_missing',
    {},
    'The folder holds no image, audio or video file. Choose the folder that holds them.',
  )
