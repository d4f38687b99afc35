import type { CollectionProposal, ProposedColumn } from '#contract/collections/calls.ts'
import { tagFor } from '#contract/imports/tag-for.ts'
import { metadataErrors, unclosedTagErrors } from '#cardano/collection-errors.ts'
import { readText } from '#cardano/template.ts'
import { nameInCommon, nameOfFolder } from '../plan/collection-name.ts'
import { isWordFor } from '../plan/column-words.ts'
import { customKey, type MappedColumn, type TokenColumn } from '../plan/column-target.ts'
import { mapColumns } from '../plan/columns.ts'
import { forbiddenName } from '../plan/named-columns.ts'
import { isLongText } from '../plan/long-descriptions.ts'
import { createFileMatcher } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { fileOfWork, isWorkType, worksWithoutPlace } from '../plan/work-columns.ts'
import { headerKey, isIgnored } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'

/**
 * Proposes a collection for the tokens of a table: a column with the same text in every row becomes
 * a fixed attribute, a column that differs a tag in its own spelling. Every other column is listed
 * with the reason why each token gets it as an attribute of its own, or why it is left out.
 * @param files the folder's files, by whose names a column of images is recognised
 */
export const proposeCollection = (
  table: Table,
  origin: Origin,
  files: readonly FileEntry[] = [],
): Omit<CollectionProposal, 'source' | 'noticed' | 'unlisted' | 'open'> => {
  const mapped = mapAlone(table, files)
  const columns = readColumns(table, mapped)
  const works = workColumns(table, mapped, files)
  const own = columns.filter(
    ({ field, index, name }) =>
      field === undefined && !works.has(index) && !(works.size > 0 && isWorkType(name)),
  )
  const numbering = numberingColumns(own)
  const description = columns.find(({ field }) => field === 'description')?.fixed ?? ''
  const long = columns
    .filter(({ field }) => field === 'description')
    .flatMap(({ values }) => values.filter(isLongText))
  const isOfAll = long.length > 0 && isTokenDescription(description)
  return {
    name: nameOf(columns, origin),
    description,
    tokenDescription: isOfAll ? description : '<description>',
    tokens: table.rows.length,
    columns: own.map((column) => proposedColumn(column, numbering.has(column))),
    files: [...works.values()].toSorted((a, b) => a - b).map(fileOfWork),
    longDescriptions: isOfAll ? 0 : long.length,
  }
}

/** The path of the folder, and what a file of it calls the collection. */
type Origin = { readonly folder: string; readonly name?: string | undefined }

/** The name that a collection of the table's tokens is proposed with. */
export const proposeName = (table: Table, origin: Origin, files: readonly FileEntry[]): string =>
  nameOf(readColumns(table, mapAlone(table, files)), origin)

/** The meaning of the columns before there is a collection. */
const mapAlone = (table: Table, files: readonly FileEntry[]): readonly MappedColumn[] =>
  mapColumns(table, { tags: [], required: [] }, files).columns

/** As a column or a file says, or what the names have in common, or else the folder's. */
const nameOf = (columns: readonly Column[], { folder, name }: Origin): string =>
  columns.find(({ fixed, name: header }) => fixed && collectionHeaders.has(headerKey(header)))
    ?.fixed ??
  name ??
  nameInCommon(columns.find(({ field }) => field === 'name')?.values ?? []) ??
  nameOfFolder(folder)

/** The columns that name works in the folder, by their index, with the number of the work. */
const workColumns = (
  table: Table,
  mapped: readonly MappedColumn[],
  files: readonly FileEntry[],
): ReadonlyMap<number, number> => {
  const found = worksWithoutPlace(table, mapped, createFileMatcher(files))
  return new Map([...found].map(([number, { index }]) => [index, number]))
}

type Column = {
  readonly index: number
  readonly name: string
  /** What the header itself asks for: `<Paper>` a tag, `custom:Paper` an attribute of each token, `ignore:Paper` nothing. */
  readonly asksFor: 'tag' | 'each' | 'nothing' | undefined
  /** Its cells name other sizes of the images. */
  readonly isThumbnail: boolean
  /** The token's own field that it fills. */
  readonly field: TokenColumn | undefined
  /** Its cells without white space around them, in order. */
  readonly values: readonly string[]
  /** The text that every row has. One row alone says nothing about others. */
  readonly fixed: string | undefined
  /** An earlier column has the same name, but for case and blanks. */
  readonly isRepeated: boolean
}

const readColumns = (table: Table, mapped: readonly MappedColumn[]): readonly Column[] => {
  const fields = new Map(
    mapped.flatMap(({ index, target, isShared }) =>
      target.kind === 'field' && isShared !== true ? [[index, target.name]] : [],
    ),
  )
  const ignored = new Set(
    mapped.flatMap(({ index, target }) => (target.kind === 'ignored' ? [index] : [])),
  )
  const names = new Set<string>()
  return table.columns.flatMap(({ header }, index) => {
    if (header === '') return []
    const { name, asksFor } = readHeader(header)
    const field = fields.get(index)
    // An attribute named as a field is another thing, and the import sends both.
    const key = field === undefined ? headerKey(name) : `field ${field}`
    const isRepeated = names.has(key)
    const isThumbnail = asksFor !== 'nothing' && ignored.has(index)
    if (asksFor !== 'nothing' && !isThumbnail) names.add(key)
    const values = table.rows.map(({ cells }) => (cells[index] ?? '').trim())
    const fixed = fixedValue(values)
    return [{ index, name, asksFor, isThumbnail, field, values, fixed, isRepeated }]
  })
}

const readHeader = (header: string): Pick<Column, 'name' | 'asksFor'> => {
  if (isIgnored(header)) return { name: header.slice('ignore:'.length).trim(), asksFor: 'nothing' }
  const custom = customKey(header)
  if (custom !== undefined) return { name: custom, asksFor: 'each' }
  const tag = /^<(?<word>.*)>$/su.exec(header)?.groups?.['word']
  return { name: (tag ?? header).trim(), asksFor: tag === undefined ? undefined : 'tag' }
}

const fixedValue = ([first, ...others]: readonly string[]): string | undefined =>
  first === undefined ||
  first === '' ||
  others.length === 0 ||
  others.some((name) => name !== first)
    ? undefined
    : first

/**
 * The columns that number the tokens: another whole number in each row under a word for that, and
 * where no column has one, the first such column that may not be years.
 */
const numberingColumns = (columns: readonly Column[]): ReadonlySet<Column> => {
  const found = columns.filter(
    ({ asksFor, isThumbnail, isRepeated, values }) =>
      asksFor === undefined &&
      !isThumbnail &&
      !isRepeated &&
      values.length > 1 &&
      values.every((value) => /^\d{1,18}$/u.test(value)) &&
      new Set(values).size === values.length,
  )
  const named = found.filter(({ name }) => isWordFor(name, 'number') || isWordFor(name, 'id'))
  const others = found.filter(({ values }) => !values.every(isYear))
  return new Set(named.length > 0 ? named : others.slice(0, 1))
}

const isYear = (value: string): boolean => /^(?:1\d|20)\d\d$/u.test(value)

const proposedColumn = (column: Column, isNumbering: boolean): ProposedColumn => {
  const { name, asksFor, isThumbnail, values, fixed, isRepeated } = column
  if (asksFor === 'nothing') return { kind: 'left_out', name, reason: 'ignored' }
  if (isThumbnail) return { kind: 'left_out', name, reason: 'thumbnail' }
  if (isRepeated) return { kind: 'left_out', name, reason: 'repeated' }
  if (values.every((value) => value === '')) return { kind: 'left_out', name, reason: 'empty' }
  if (asksFor === 'each') return { kind: 'each', name, reason: 'custom' }
  if (isNumbering) return { kind: 'each', name, reason: 'number' }
  if (asksFor === undefined && fixed !== undefined && isPlain(name, fixed))
    return { kind: 'attribute', name, text: fixed }
  // Every token needs a value for every tag.
  if (asksFor === undefined && values.includes('')) return { kind: 'each', name, reason: 'gaps' }
  const tag = tagFor(name)
  if (tag === undefined) return { kind: 'each', name, reason: 'blanks' }
  return isAllowed(name, tag)
    ? { kind: 'attribute', name, text: tag }
    : { kind: 'each', name, reason: 'not_allowed' }
}

/** Whether the template can give every token the text, which no token could give itself. */
const isTokenDescription = (text: string): boolean =>
  text !== '' &&
  readText(text).kind === 'fixed' &&
  [...metadataErrors({ description: text }), ...unclosedTagErrors({ description: text })].length ===
    0

/** Whether a text can stand in a template without being read as a tag. */
const isPlain = (name: string, text: string): boolean =>
  readText(text).kind === 'fixed' &&
  isAllowed(name, text) &&
  unclosedTagErrors({ attributes: { [name]: text } }).length === 0

const isAllowed = (name: string, text: string): boolean =>
  name !== forbiddenName && metadataErrors({ attributes: { [name]: text } }).length === 0

/** Headers of a column that holds the collection's name. */
const collectionHeaders: ReadonlySet<string> = new Set([
  'collection',
  'collectionname',
  'collection_name',
])
