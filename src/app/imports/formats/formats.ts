import { basename } from 'node:path'
import { createFairTurns } from '#platform/disk/fair-turns.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import {
  formatLabels,
  type ImportFormat,
  importFormats,
  kindOfDescription,
} from '#contract/imports/import-formats.ts'
import type { RememberedMapping } from '../plan/remembered-mapping.ts'
import { cip25 } from './cip25.ts'
import { chooseTable } from './choose-table.ts'
import { csv } from './csv-table.ts'
import { erc721 } from './erc721.ts'
import type { Format, FormatSource, Strength, UnreadFile } from './format.ts'
import { hashlips } from './hashlips.ts'
import { mediaFolder } from './media-folder.ts'
import { nmkr } from './nmkr.ts'
import { opensea } from './opensea.ts'
import { shop } from './shop.ts'
import { sugar } from './sugar.ts'
import { thirdweb } from './thirdweb.ts'
import {
  undescribedEntries,
  undescribedFiles,
  undescribedFolder,
  unreadableFiles,
  whyUnread,
} from './unread-files.ts'

/** Every format has a reader: a new one gets a file, a name and a line here (docs/formats.md). */
const readers: Readonly<Record<ImportFormat, Format>> = {
  csv,
  sugar,
  hashlips,
  nmkr,
  opensea,
  thirdweb,
  shop,
  cip25,
  erc721,
  folder: mediaFolder,
}

/** A format, and why a folder is read that way. */
export type ChosenFormat = {
  readonly format: Format
  /** A sentence. */
  readonly reason: string
}

const order: Readonly<Record<Strength, number>> = { sure: 0, likely: 1, possible: 2 }

type Candidate = ChosenFormat & { readonly strength: Strength }

/** What each reader says, until one is sure. */
const askReaders = async (source: FormatSource) => {
  const found: Candidate[] = []
  const unreadable: UnreadFile[] = []
  const fairTurn = createFairTurns()
  for (const name of importFormats) {
    await fairTurn()
    source.signal?.throwIfAborted()
    const format = readers[name]
    const answer = await format.recognise(source)
    if (answer === undefined) continue
    if ('unreadable' in answer) {
      unreadable.push(...answer.unreadable)
      continue
    }
    const { strength, reason } = answer
    found.push({ format, strength, reason: `Read as ${formatLabels[name]}, because ${reason}.` })
    if (strength === 'sure') break
  }
  const best = found.toSorted((a, b) => order[a.strength] - order[b.strength])[0]
  return { best, unreadable }
}

/**
 * The format that a folder is in: the one that fits best, of several the first of the list. It is not
 * read by the names of its images alone while something in it may describe them.
 * @throws ColdpressError `invalid` when the folder holds nothing that could be read
 */
const recogniseFormat = async (source: FormatSource): Promise<ChosenFormat> => {
  const { best, unreadable } = await askReaders(source)
  const byNames = best === undefined || best.format.name === 'folder'
  const isDoubtful = best?.strength === 'possible' && unreadable.length > 0
  if (best !== undefined && !byNames && !isDoubtful) return best
  if (source.named !== undefined) {
    if (best === undefined) throw await unreadTable(source, source.named)
    return best
  }
  const known = new Set(unreadable.map(({ name }) => name))
  const others = byNames
    ? [
        ...undescribedEntries(source),
        ...(
          await undescribedFiles(
            source,
            source.files.filter(({ name }) => !known.has(name)),
          )
        ).all,
      ]
    : []
  const undescribed = [...unreadable, ...others]
  if (undescribed.length > 0) throw undescribedFolder(undescribed, best?.format.name)
  if (best !== undefined) return best
  // Says what is missing.
  await chooseTable(source)
  throw new ColdpressError('internal', 'A folder with a table was not recognised.')
}

/** @throws as {@link recogniseFormat} */
export const chooseFormat = async (
  source: FormatSource,
  name: ImportFormat | undefined,
  before: RememberedMapping['readings'] = [],
): Promise<ChosenFormat> => {
  if (name !== undefined)
    return { format: readers[name], reason: `Read as ${formatLabels[name]}, as you chose.` }
  const found = await recogniseFormat(source)
  const chosen = before.find(({ guessed }) => guessed === found.format.name)?.format
  return chosen === undefined
    ? found
    : {
        format: readers[chosen],
        reason: `Read as ${formatLabels[chosen]}, as you chose for this collection before.`,
      }
}

/** What a folder is recognised as, whatever somebody chose; undefined where that is nothing. */
export const guessedFormat = async (source: FormatSource): Promise<ImportFormat | undefined> => {
  try {
    return (await recogniseFormat(source)).format.name
  } catch (error) {
    if (error instanceof ColdpressError) return undefined
    throw error
  }
}

const unreadTable = async (source: FormatSource, path: string): Promise<ColdpressError> => {
  const file = source.files.find((entry) => entry.path === path)
  if (file === undefined || kindOfDescription(file.name) === undefined) return unknownTable(path)
  return unreadableFiles([{ name: file.name, why: (await whyUnread(source, file)).why }])
}

const unknownTable = (path: string): ColdpressError =>
  errorBy(
    importErrors,
    'table_missing',
    {},
    `${basename(path)} is no table that Coldpress reads: a CSV, .xlsx or .ods, or a JSON file of tokens in the folder.`,
  )
