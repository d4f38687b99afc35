import type { Collection } from '#contract/collections/collection.ts'
import { countText } from '#values/text/format.ts'
import { tableOfTokens } from '../formats/export-tokens.ts'
import { collectionTags } from '../plan/collection-tags.ts'
import { headerOf, isField, targetKey, type TokenColumn } from '../plan/column-target.ts'
import { mapColumns } from '../plan/columns.ts'
import { adaPriceHeader } from '../plan/price-column.ts'
import { tokenCell } from '../plan/token-change.ts'
import { readingIssues } from '../table/issues.ts'
import { readAnyTable } from '../table/read-any-table.ts'
import { shapeTable, sheetOf } from '../table/shape-table.ts'
import { withoutRows } from '../table/skipped-rows.ts'
import type { Table } from '../table/table-types.ts'
import type { ListedToken } from '../upload/reconcile.ts'
import { pathOfTable, readTableFile } from './folder.ts'
import {
  gatherInputs,
  type GatheredInputs,
  type ImportRequest,
  type InputDeps,
  listHeldTokens,
  type OpeningOptions,
  type ReadingOptions,
  type SourceInputs,
} from './inputs.ts'
import { nameTable } from './made-names.ts'
import { mapTable } from './map-table.ts'
import { readCopy, readOwnTable } from './open-source.ts'

type GatherOptions = Parameters<typeof gatherInputs>[2]

/** Gathers what the request's purpose needs. @throws as `gatherInputs` */
export const gatherFor = (
  deps: InputDeps,
  request: ImportRequest,
  options: GatherOptions,
): Promise<GatheredInputs> =>
  request.purpose === 'change'
    ? gatherChange(deps, request, options)
    : gatherInputs(deps, request, options)

/**
 * The inputs of an import that changes tokens: no folder, and a table whose rows name tokens of the
 * collection, or one that is made of them. The tokens keep their images, so there are no files.
 * @throws ColdpressError `invalid` (table unreadable), and what the service throws
 */
const gatherChange = async (
  deps: InputDeps,
  request: ImportRequest,
  options: ReadingOptions & OpeningOptions & Pick<GatherOptions, 'onSources'>,
): Promise<GatheredInputs> => {
  const { signal, onSources, onOpened } = options
  const service = await deps.clientFor(request.accountId)
  const pins = await deps.pinSet(request.pinner, request.accountId)
  onOpened?.()
  const collection = await service.getCollection(request.collectionId, { signal })
  let held: readonly ListedToken[] | undefined = await listHeldTokens(service, collection, options)
  const sources =
    request.csv === undefined
      ? sourcesOfTokens(held, request)
      : await readSources(deps, request, { collection, held, csv: request.csv, signal })
  onSources?.(sources)
  return {
    purpose: 'change',
    opened: request.opened,
    sources: { ...sources, table: withoutRows(sources.table, request.skipped ?? []) },
    service,
    pins,
    collection,
    royalty: undefined,
    hostedBy: undefined,
    list: async () => {
      const listed = held ?? (await listHeldTokens(service, collection, options))
      // who asks again wants to know what has changed
      held = undefined
      return listed
    },
  }
}

const noFolder = {
  folder: '',
  files: [],
  passedOver: [],
  mapped: [],
  remembered: undefined,
  naming: { made: undefined },
} as const

const sourcesOfTokens = (
  held: readonly ListedToken[],
  { tokens }: Pick<ImportRequest, 'tokens'>,
): SourceInputs => {
  const wanted = new Set(tokens)
  const chosen = tokens === undefined ? held : held.filter(({ id }) => wanted.has(id))
  return {
    ...noFolder,
    tablePath: '',
    table: tableOfTokens(chosen),
    source: {
      format: 'csv',
      reason: `The table has ${countText(chosen.length, 'token')} of the collection.`,
      names: undefined,
    },
  }
}

const readSources = async (
  deps: InputDeps,
  request: ImportRequest,
  {
    collection,
    held,
    csv,
    signal,
  }: {
    readonly collection: Collection
    readonly held: readonly ListedToken[]
    readonly csv: string
    readonly signal: AbortSignal | undefined
  },
): Promise<SourceInputs> => {
  const reading = { signal, readTable: deps.readTable ?? readAnyTable }
  const tablePath = await pathOfTable(csv)
  const source = { format: 'csv', names: undefined } as const
  if (request.ownTable !== undefined)
    return {
      ...noFolder,
      tablePath,
      table: (await readCopy(csv, undefined, reading)).table,
      source: { ...source, reason: request.ownReading?.reason ?? '' },
    }
  const bytes = await readTableFile(tablePath, undefined, signal)
  const remembered = deps.mappings.of(request)
  const own = await readOwnTable(bytes, request, reading)
  const { table: mapped, mapped: choices } = mapTable(own, { ...request, remembered })
  const naming = {
    made: undefined,
    assetNames: request.assetNames ?? remembered?.assetNames ?? undefined,
    isAsked: request.assetNames !== undefined,
  }
  const has = fieldsIn(mapped, collection)
  // a name that was made here would be a new one of a token
  const named =
    has('asset_name') || !has('name')
      ? { table: mapped, assetNames: undefined }
      : await nameTable(mapped, { naming, files: [], collection }, signal)
  return {
    ...noFolder,
    tablePath,
    table: completeTable(named.table, request.opened ?? held, collection),
    mapped: choices,
    remembered,
    naming,
    source: {
      ...source,
      reason: `The rows of ${csv} change the tokens that they name.`,
      assetNames: named.assetNames,
      sheet: own.sheet,
      encoding: request.encoding,
      headerRow: request.headerRow,
    },
  }
}

const fieldsIn = (table: Table, { metadata }: Collection): ((field: TokenColumn) => boolean) => {
  const { columns } = mapColumns(table, collectionTags(metadata ?? undefined))
  return (field) => columns.some(({ target }) => isField(target, field))
}

/**
 * The table with columns for all that its tokens have and it does not say: a table of names and
 * prices alone changes no description, and its tokens are checked with the one that they have.
 */
const completeTable = (
  table: Table,
  tokens: readonly ListedToken[] | NonNullable<ImportRequest['opened']>,
  { metadata }: Collection,
): Table => {
  const tags = collectionTags(metadata ?? undefined)
  const mapped = mapColumns(table, tags).columns
  const key = mapped.find(({ target }) => isField(target, 'asset_name'))?.index
  if (key === undefined) return table
  const known = new Map(tokens.map((token) => [token.assetName, token]))
  const named = table.rows.map(({ cells }) => known.get((cells[key] ?? '').trim()))
  const whole = tableOfTokens(named.filter((token) => token !== undefined))
  const filled = new Set(mapped.map(({ target }) => targetKey(target)))
  const lacking = mapColumns(whole, tags)
    .columns.map(({ target }) => target)
    .filter((target) => !filled.has(targetKey(target)))
  if (lacking.length === 0) return table
  const { header, rows, ...form } = sheetOf(table)
  const width = header.length
  const completed = shapeTable({
    ...form,
    header: [
      ...header,
      ...lacking.map((target) => (isField(target, 'price') ? adaPriceHeader : headerOf(target))),
    ],
    rows: rows.map(({ row, cells }, at) => {
      const token = named[at]
      const more = lacking.map((target) => (token === undefined ? '' : tokenCell(token, target)))
      const own = Array.from({ length: Math.max(width, cells.length) }, (_, i) => cells[i] ?? '')
      return { row, cells: own.toSpliced(width, 0, ...more) }
    }),
  })
  const issues = readingIssues({ ...completed, issues: table.issues })
  return { ...completed, issues: [...issues, ...completed.issues] }
}
