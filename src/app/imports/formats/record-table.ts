import { readGatewayUrl } from '#media/content/ipfs-address.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { countText } from '#values/text/format.ts'
import { limits } from '#values/bounds/limits.ts'
import { printable } from '#values/text/printable.ts'
import { type TokenColumn, tokenColumns } from '../plan/column-target.ts'
import { isOfWorks, workHeader, workTypeHeader } from '../plan/work-columns.ts'
import { type Issue, issueOf } from '../table/issues.ts'
import { headerKey, tableOfCells } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'
import { type ReshapedValue, reshapedIssues } from './value-shapes.ts'

export type NamedValue = readonly [name: string, value: string]

/** A file beside a token's image: one of the folder, or an address with its media type. */
export type RecordWork = { readonly src: string; readonly type?: string | undefined }

/** What one token is made of, in any format. */
export type TokenRecord = {
  readonly fields: Readonly<Partial<Record<TokenColumn, string>>>
  /** In their order. */
  readonly works?: readonly RecordWork[]
  /** In the order of the file; the same name may come twice. */
  readonly traits: readonly NamedValue[]
  /** What other chains or programs need: left out, unless somebody chooses it. */
  readonly extras: readonly NamedValue[]
  /** What of it an attribute cannot hold as it is. */
  readonly reshaped?: readonly ReshapedValue[]
  /** What of it cannot be read, each with its place and why. */
  readonly unread?: readonly string[]
}

/** Each is a cell in every row. The widest collections have some forty traits. */
export const maxColumns = 500
/** Of cells: they would fill the memory. */
const maxCells = 20_000_000

/** A note about how a folder was read. */
export const formatNote = (message: string): Issue => issueOf('format_note', message)

/**
 * The table of tokens that come from other files than a table: a column for each field, trait and
 * extra that any token has, in the order in which they were met. The first token is row 2.
 * @throws ColdpressError `invalid` for more columns than any collection has
 */
export const tableOfRecords = (
  records: readonly TokenRecord[],
  notes: readonly string[] = [],
): Table => {
  const columns = createColumns()
  const rows = records.map(({ fields, works = [], traits, extras }) => {
    const cells = new Map<number, string>()
    for (const name of tokenColumns)
      if (fields[name] !== undefined) cells.set(columns.field(name), fields[name])
    for (const [at, { src, type }] of works.slice(0, limits.worksPerToken).entries()) {
      cells.set(columns.work(at + 1), src)
      if (type !== undefined) cells.set(columns.workType(at + 1), type)
    }
    for (const trait of traits) columns.setTrait(cells, trait)
    for (const [name, value] of extras) cells.set(columns.extra(name), value)
    return cells
  })
  const { header } = columns
  requireSize(header.length, rows.length)
  const table = tableOfCells(
    header,
    rows.map((cells) => header.map((_, at) => cellText(cells.get(at) ?? ''))),
  )
  const all = [...notes, ...webImageNotes(records), ...columns.notes()].map(formatNote)
  const reshaped = reshapedIssues(records.flatMap((record) => record.reshaped ?? []))
  const unread = records.flatMap(unreadIssues)
  return { ...table, issues: [...all, ...reshaped, ...unread, ...table.issues] }
}

const webImageNotes = (records: readonly TokenRecord[]): readonly string[] => {
  const images = records.flatMap(({ fields: { image = '' } }) =>
    isWebAddress(image) ? [image] : [],
  )
  return images.length === 0
    ? []
    : [
        `The image of ${countText(images.length, 'token')} is no file of the folder but a web address, such as ${images[0]}. The minting service fetches it when the token is added.`,
      ]
}

const isWebAddress = (image: string): boolean => {
  const url = /^https?:/iu.test(image) ? URL.parse(image) : null
  return url !== null && readGatewayUrl(url) === undefined
}

/** Of one token; a file of nothing else would fill the report. */
const mostUnread = 20

const unreadIssues = ({ unread = [] }: TokenRecord, at: number): readonly Issue[] => {
  const row = at + 2
  const more = unread.length - mostUnread
  return [
    ...unread.slice(0, mostUnread),
    ...(more > 0 ? [`${countText(more, 'more value')} of this token`] : []),
  ].map((what) => issueOf('value_not_read', `Row ${row}: not read: ${printable(what)}.`, { row }))
}

const requireSize = (columns: number, rows: number): void => {
  if (columns <= maxColumns && columns * rows <= maxCells) return
  throw errorBy(
    importErrors,
    'format_too_wide',
    {},
    `The tokens have ${columns} different traits, and at most ${maxColumns} are read. Check that these files describe one collection.`,
  )
}

/** A working copy of the table is a text file, which holds no NUL; the plan reports the mark. */
export const cellText = (value: string): string => value.replaceAll('\0', '\uFFFD')

/** Columns in the order in which they are met, these fields first. */
export const createColumns = (fields: readonly TokenColumn[] = ['asset_name', 'name', 'image']) => {
  const header: string[] = []
  const known = new Map<string, number>()
  const repeated = new Set<string>()
  const spellings = new Map<string, Set<string>>()
  const columnOf = (key: string, text: string): number => {
    const at = known.get(key)
    if (at !== undefined) return at
    known.set(key, header.length)
    return header.push(text) - 1
  }
  for (const name of fields) columnOf(`field ${name}`, name)

  const trait = (name: string, time: number): number => {
    const text = time === 1 ? name : `${name} ${time}`
    return columnOf(`trait ${headerKey(text)}`, traitHeader(text))
  }
  return {
    header,
    field: (name: TokenColumn): number => columnOf(`field ${name}`, name),
    work: (number: number): number => columnOf(`work ${number}`, workHeader(number)),
    workType: (number: number): number => columnOf(`type ${number}`, workTypeHeader(number)),
    extra: (name: string): number => columnOf(`extra ${headerKey(name)}`, `ignore:${name}`),
    setTrait: (cells: Map<number, string>, [given, value]: NamedValue): void => {
      const name = given.trim() === '' ? 'Trait' : given.trim()
      const key = headerKey(name)
      spellings.set(key, (spellings.get(key) ?? new Set()).add(name))
      let time = 1
      while (cells.has(trait(name, time))) time += 1
      if (time > 1) repeated.add(name)
      cells.set(trait(name, time), value)
    },
    notes: (): readonly string[] => [
      ...[...repeated].map(
        (name) =>
          `Some tokens have "${name}" more than once; the second is in a column of its own, "${name} 2".`,
      ),
      ...[...spellings.values()]
        .filter(({ size }) => size > 1)
        .map(
          (names) =>
            `${[...names].map((name) => `"${name}"`).join(' and ')} differ by case or blanks only and are taken as one trait.`,
        ),
    ],
  }
}

/** Whatever a trait is called, it stays a trait: also "name", "price" and "ignore:x". */
export const traitHeader = (name: string): string => {
  const isField = tokenColumns.some((field) => field === headerKey(name))
  return isField || isOfWorks(name) || /^(?:ignore|custom):|^<.*>$/isu.test(name)
    ? `custom:${name}`
    : name
}
