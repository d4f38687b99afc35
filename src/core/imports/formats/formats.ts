import { basename } from 'node:path'
import { ColdpressError } from '#shared/errors.ts'
import { formatLabels, type ImportFormat, importFormats } from '#shared/import-formats.ts'
import type { RememberedMapping } from '../plan/remembered-mapping.ts'
import { cip25 } from './cip25.ts'
import { chooseTable } from './choose-table.ts'
import { csv } from './csv.ts'
import { erc721 } from './erc721.ts'
import type { Format, FormatSource, Strength } from './format.ts'
import { hashlips } from './hashlips.ts'
import { mediaFolder } from './media-folder.ts'
import { nmkr } from './nmkr.ts'
import { opensea } from './opensea.ts'
import { sugar } from './sugar.ts'
import { thirdweb } from './thirdweb.ts'

/** Every format has a reader: a new one gets a file, a name and a line here (docs/formats.md). */
const readers: Readonly<Record<ImportFormat, Format>> = {
  csv,
  sugar,
  hashlips,
  nmkr,
  opensea,
  thirdweb,
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

/**
 * The format that a folder is in: the one that fits best, of several the first of the list.
 * @throws ColdpressError `invalid` when the folder holds nothing that could be read
 */
const recogniseFormat = async (source: FormatSource): Promise<ChosenFormat> => {
  const found: (ChosenFormat & { readonly rank: number })[] = []
  for (const name of importFormats) {
    const format = readers[name]
    const recognised = await format.recognise(source)
    if (recognised === undefined) continue
    const { strength, reason } = recognised
    const sentence = `Read as ${formatLabels[name]}, because ${reason}.`
    found.push({ format, reason: sentence, rank: order[strength] })
    if (strength === 'sure') break
  }
  const best = found.toSorted((a, b) => a.rank - b.rank)[0]
  if (best !== undefined) return best
  if (source.named !== undefined) throw unknownTable(source.named)
  // Says what is missing.
  chooseTable(source.files)
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

const unknownTable = (path: string): ColdpressError =>
  new ColdpressError(
    'invalid',
    `${basename(path)} is no table that Coldpress reads: a CSV, .xlsx or .ods, or a JSON file of tokens in the folder.`,
    { details: { rule: 'table_missing' } },
  )
