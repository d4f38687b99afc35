import type { ImportFormat } from '#contract/imports/import-formats.ts'
import type { TableEncoding } from '#values/text/text-encoding.ts'
import type { MappingRequest } from '#app/imports/inputs/map-table.ts'
import type { SourceRequest } from '#app/imports/inputs/open-source.ts'
import { headerRowOf } from '#cli/options/header-row.ts'
import { columnChoice } from './import-mapping.ts'

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
