import { namingFolder } from '../plan/collection-name.ts'
import { baseOf, sameName, fileStem } from '../plan/match-files.ts'
import { isImageAddress } from '../plan/read-image.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { headerKey } from '../table/shape-table.ts'
import { assetNames, numberAtEnd, numberIn, patternOfSeeds } from './asset-names.ts'
import { createImageFinder } from './find-media.ts'
import type { Format, FormatReading, FormatSource } from './format.ts'
import {
  cellsOf,
  filesBeside,
  hasHeader,
  readCsv,
  renamingWorks,
  reshape,
  tableFile,
  tryTable,
} from './csv-table.ts'
import { maxTableBytes } from './limits.ts'
import { readJson, tryJson } from './read-json.ts'
import { formatNote, tableOfRecords } from './record-table.ts'
import { isJson, isMedia } from './token-files.ts'
import { recordsOf, tokenList } from './token-json.ts'

/** thirdweb: a CSV or a JSON list of tokens, whose images may be named by their numbers alone. */
export const thirdweb: Format = {
  name: 'thirdweb',
  recognise: async (source) => {
    const list = listOf(source)
    const tokens = list && (await tryJson(source, list, tokenList, maxTableBytes))
    if (list !== undefined && tokens !== undefined && tokens.length > 0)
      return { strength: 'likely', reason: `${list.name} is a list of tokens` }
    const found = await tryTable(source)
    if (found === undefined || hasHeader(found.table, 'asset_name', 'file_name')) return undefined
    const isOurs =
      hasHeader(found.table, 'name') && hasHeader(found.table, 'youtube_url', 'background_color')
    return isOurs
      ? { strength: 'sure', reason: `${found.name} has the columns of thirdweb’s template` }
      : undefined
  },
  read: async (source) => {
    const list = listOf(source)
    return list === undefined ? await readRows(source) : await readList(source, list)
  },
  describes: async (source) => {
    const list = listOf(source)
    return list === undefined ? await tableFile(source) : [list]
  },
  works: async (source) => {
    const list = listOf(source)
    const files = await filesBeside(source)
    return files.filter(({ path }) => path !== list?.path)
  },
}

/** The list that was named, or the only JSON file at the top of the folder. */
const listOf = ({ files, named }: FormatSource): FileEntry | undefined => {
  if (named !== undefined) return files.find((file) => isJson(file) && file.path === named)
  const [list, second] = files.filter((file) => isJson(file) && !file.name.includes('/'))
  return second === undefined ? list : undefined
}

const readList = async (source: FormatSource, list: FileEntry): Promise<FormatReading> => {
  const tokens = await readJson(source, list, tokenList, maxTableBytes)
  const first = firstNumber(source.files)
  const hasImages = tokens.some(({ image }) => image !== '')
  const described = tokens.map((json, at) => ({ json, stem: hasImages ? '' : String(at + first) }))
  const works = source.files.filter(isMedia)
  const { records, notes, made } = recordsOf(described, works, namingFolder(source.folder))
  const all = hasImages ? notes : [byNumber(first), ...notes]
  return { tablePath: list.path, table: tableOfRecords(records, all), made }
}

const readRows = async (source: FormatSource): Promise<FormatReading> => {
  const { tablePath, table } = await readCsv(source)
  const first = firstNumber(source.files)
  const imageOf = createImageFinder(source.files.filter(isMedia))
  const hasImages = hasHeader(table, 'image')
  const cells = cellsOf(table)
  const images = cells.map((cell, at) =>
    hasImages ? cell('image') : imageOf('', String(at + first)),
  )
  const seeds = cells.map((cell, at) => ({
    name: cell('name'),
    number: numberOf(cell('name'), hasImages ? (images[at] ?? '') : String(at + first)),
  }))
  const names = assetNames(seeds, namingFolder(source.folder))
  return {
    tablePath,
    made: { seeds, pattern: patternOfSeeds(seeds) },
    table: reshape(table, {
      rename: await renamingWorks(source, table, renameHeader),
      added: [
        { header: 'asset_name', cells: names.map((name) => name ?? '') },
        ...(hasImages ? [] : [{ header: 'image', cells: images }]),
      ],
      notes: hasImages ? [] : [formatNote(byNumber(first))],
    }),
  }
}

/** thirdweb counts its files from 0; some start at 1. */
const firstNumber = (files: readonly FileEntry[]): number =>
  files.some((file) => isMedia(file) && sameName(fileStem(file.name)) === '0') ? 0 : 1

const byNumber = (first: number): string =>
  `No column names the images. As thirdweb does, the first token gets the file ${first}, the next ${first + 1}, and so on: check some of them in the preview.`

const numberOf = (name: string, image: string): string | undefined =>
  numberAtEnd(name) ?? (isImageAddress(image) ? undefined : numberIn(fileStem(baseOf(image))))

const leftOut: ReadonlySet<string> = new Set([
  'animation_url',
  'external_url',
  'background_color',
  'youtube_url',
])

const renameHeader = (header: string): string =>
  leftOut.has(headerKey(header)) ? `ignore:${header}` : header
