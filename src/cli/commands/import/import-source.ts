import type { ImportFormat } from '#contract/imports/import-formats.ts'
import type { TableEncoding } from '#values/text/text-encoding.ts'
import type { MappingRequest } from '#app/imports/inputs/map-table.ts'
import type { SourceRequest } from '#app/imports/inputs/open-source.ts'
import { headerRowOf } from '#cli/options/header-row.ts'
import { columnChoice } from './import-mapping.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { makePosters } from '#app/imports/posters/make-posters.ts'
import { findFfmpeg } from '#app/imports/posters/poster-frame.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'
import type { Session } from '#cli/session.ts'

/** The options that say how a folder and its table are read. */
export type SourceOptions = {
  readonly csv?: string
  readonly sheet?: string
  readonly encoding?: TableEncoding
  readonly headerRow?: string
  readonly from?: ImportFormat
  readonly names?: string
  readonly assetNames?: string
  readonly map: readonly string[]
  readonly priceIn?: 'ada'
}

/** @throws ColdpressError `usage` for an option that cannot be read */
export const importSourceOf = (
  options: SourceOptions,
  folder: string,
): SourceRequest & MappingRequest => ({
  folder,
  csv: options.csv,
  sheet: options.sheet,
  encoding: options.encoding,
  headerRow: headerRowOf(options),
  opensAll: true,
  format: options.names === undefined ? options.from : (options.from ?? 'folder'),
  names: options.names,
  assetNames: options.assetNames,
  columns: options.map.map(columnChoice),
  priceIn: options.priceIn,
})

/**
 * Makes the poster frames of a folder's videos, and says which.
 * @throws ColdpressError `usage` without ffmpeg
 */
export const addPosters = async (
  { terminal, signal }: Pick<Session, 'terminal' | 'signal'>,
  folder: string,
): Promise<void> => {
  const program = findFfmpeg()
  if (program === undefined)
    throw new ColdpressError(
      'usage',
      '--posters: there is no ffmpeg on the PATH, which Coldpress decodes videos with. Install it, or export a square still image of each video, with its name, from your video editor.',
    )
  const progress = drawProgress(terminal)
  const { made, failed } = await makePosters(folder, program, {
    signal,
    onMade: (done, total) => progress.updateFiles('made poster frames of', { done, total }),
  }).finally(progress.end)
  if (made.length > 0)
    terminal.info(`Made ${countText(made.length, 'poster frame')}: ${listNames(made)}.`)
  for (const { name, reason } of failed.slice(0, shown)) terminal.info(`${name}: ${reason}`)
  if (failed.length > shown) terminal.info(`… and ${failed.length - shown} more without a frame.`)
  if (made.length + failed.length === 0)
    terminal.info('Each video of the folder has an image of its name already.')
}

const shown = 5

const listNames = (names: readonly string[]): string =>
  names.length <= shown
    ? names.join(', ')
    : `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`
