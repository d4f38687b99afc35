import type { CollectionProposal, ProposedColumn } from '#shared/calls/collections.ts'
import { tagFor } from '#shared/tag-for.ts'
import { metadataErrors, unclosedTagErrors } from '#core/cardano/collection-errors.ts'
import { readText } from '#core/cardano/template.ts'
import { customKey, type TokenColumn } from '../plan/column-target.ts'
import { forbiddenName, mapColumns } from '../plan/columns.ts'
import { isLongDescription } from '../plan/long-descriptions.ts'
import { createFileMatcher } from '../plan/match-files.ts'
import type { FileEntry } from '../plan/plan-types.ts'
import { fileOfWork, isWorkType, worksWithoutPlace } from '../plan/work-columns.ts'
import { headerKey, isIgnored } from '../table/shape-table.ts'
import type { Table } from '../table/table-types.ts'

/**
 * Proposes a collection for the tokens of a table: a column with the same text in every row becomes
 * a fixed attribute, a column that differs a tag in its own spelling. Every other column is listed
 * with the reason why each token gets it as an attribute of its own, or why it is left out.
 * @param origin the path of the folder, whose last part names the collection if no file of it does
 * @param files the folder's files, by whose names a column of images is recognised
 */
export const proposeCollection = (
  table: Table,
  origin: { readonly folder: string; readonly name?: string | undefined },
  files: readonly FileEntry[] = [],
): Omit<CollectionProposal, 'source'> => {
  const columns = readColumns(table, files)
  const works = workColumns(table, files)
  const own = columns
    .filter(
      ({ field, index, name }) =>
        field === undefined && !works.has(index) && !(works.size > 0 && isWorkType(name)),
    )
    .map(proposedColumn)
  const fixedText = (isWanted: (column: Column) => boolean): string =>
    columns.find((column) => column.fixed !== undefined && isWanted(column))?.fixed ?? ''
  const description = fixedText(({ field }) => field === 'description')
  const long = columns
    .filter(({ field }) => field === 'description')
    .flatMap(({ values }) => values.filter(isLongDescription))
  const isOfAll = long.length > 0 && isTokenDescription(description)
  return {
    name:
      fixedText(({ name }) => collectionHeaders.has(headerKey(name))) ||
      (origin.name ?? nameOfFolder(origin.folder)),
    description,
    tokenDescription: isOfAll ? description : '<description>',
    tokens: table.rows.length,
    columns: own,
    files: [...works.values()].toSorted((a, b) => a - b).map(fileOfWork),
    longDescriptions: isOfAll ? 0 : long.length,
  }
}

/** The columns that name works in the folder, by their index, with the number of the work. */
const workColumns = (table: Table, files: readonly FileEntry[]): ReadonlyMap<number, number> => {
  const { columns } = mapColumns(table, { tags: [], required: [] }, files)
  const found = worksWithoutPlace(table, columns, createFileMatcher(files))
  return new Map([...found].map(([number, { index }]) => [index, number]))
}

type Column = {
  readonly index: number
  readonly name: string
  /** What the header itself asks for: `<Paper>` a tag, `custom:Paper` an attribute of each token. */
  readonly asksFor: 'tag' | 'each' | undefined
  /** The token's own field that it fills. */
  readonly field: TokenColumn | undefined
  /** Its cells without white space around them, in order. */
  readonly values: readonly string[]
  /** The text that every row has. One row alone says nothing about others. */
  readonly fixed: string | undefined
  /** An earlier column has the same name, but for case and blanks. */
  readonly isRepeated: boolean
}

const readColumns = (table: Table, files: readonly FileEntry[]): readonly Column[] => {
  const { columns: mapped } = mapColumns(table, { tags: [], required: [] }, files)
  const fields = new Map(
    mapped.flatMap(({ index, target }) => (target.kind === 'field' ? [[index, target.name]] : [])),
  )
  const names = new Set<string>()
  return table.columns.flatMap(({ header }, index) => {
    if (header === '' || isIgnored(header)) return []
    const { name, asksFor } = readHeader(header)
    const isRepeated = names.has(headerKey(name))
    names.add(headerKey(name))
    const values = table.rows.map(({ cells }) => (cells[index] ?? '').trim())
    const field = fields.get(index)
    return [{ index, name, asksFor, field, values, fixed: fixedValue(values), isRepeated }]
  })
}

const readHeader = (header: string): Pick<Column, 'name' | 'asksFor'> => {
  const custom = customKey(header)
  if (custom !== undefined) return { name: custom, asksFor: 'each' }
  const tag = /^<(?<word>.*)>$/su.exec(header)?.groups?.['word']
  return { name: (tag ?? header).trim(), asksFor: tag === undefined ? undefined : 'tag' }
}

const fixedValue = ([first, ...others]: readonly string[]): string | undefined =>
  first === undefined || first === '' || others.length === 0 || others.some((one) => one !== first)
    ? undefined
    : first

const proposedColumn = (column: Column): ProposedColumn => {
  const { name, asksFor, values, fixed, isRepeated } = column
  if (isRepeated) return { kind: 'left_out', name, reason: 'repeated' }
  if (values.every((value) => value === '')) return { kind: 'left_out', name, reason: 'empty' }
  if (asksFor === 'each') return { kind: 'each', name, reason: 'custom' }
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

/** `/art/pressed-herbarium/` is "Pressed Herbarium". */
const nameOfFolder = (folder: string): string => {
  const base = folder.replace(/[/\\]+$/u, '').replace(/^.*[/\\]/u, '')
  const words = base.replaceAll(/[\s_-]+/gu, ' ').trim()
  return words === words.toLowerCase()
    ? words.replaceAll(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase())
    : words
}
