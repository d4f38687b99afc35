import { issueOf, readable, type Issue, type Fix } from '../table/issues.ts'
import type { Table, TableColumn } from '../table/table-types.ts'
import { headerKey, isIgnored } from '../table/shape-table.ts'
import {
  customKey,
  type ColumnTarget,
  headerOf,
  isField,
  type MappedColumn,
  targetKey,
  tokenColumns,
} from './column-target.ts'
import {
  adaPriceHeader,
  doubtOfAda,
  isAdaPrice,
  isPlainPrice,
  otherCurrencyIn,
} from './price-column.ts'
import { type UnknownColumn } from './guess-columns.ts'

export type ColumnMap = {
  readonly columns: readonly MappedColumn[]
  readonly issues: readonly Issue[]
}

/** Placeholders such as `<color>`, in collection order: allowed and required ones. */
export type CollectionTags = {
  readonly tags: readonly string[]
  readonly required: readonly string[]
  /** Texts that are the same for all tokens, by attribute. */
  readonly fixed?: ReadonlyMap<string, string>
  /** The description that is the same for all tokens. */
  readonly description?: string | undefined
}

type Resolved = { readonly target: ColumnTarget } | { readonly issue: Issue }

type NamedColumns = ColumnMap & {
  readonly unknown: readonly UnknownColumn[]
  readonly taken: ReadonlyMap<string, TableColumn>
  readonly repeats: readonly Repeat[]
}

/**
 * A column such as `custom:Title` fills what an earlier `Title` fills, unless that one, whose header is
 * unclear, turns out to be something else, as the name.
 */
type Repeat = {
  readonly index: number
  readonly unclear: number
  readonly issues: readonly Issue[]
}

/** The meaning of each column by its header alone. */
export const namedColumns = (table: Table, collectionTags: CollectionTags): NamedColumns => {
  const { tags } = collectionTags
  const issues: Issue[] = []
  const columns: MappedColumn[] = []
  const unknown: UnknownColumn[] = []
  const repeats: Repeat[] = []
  const taken = new Map<string, TableColumn>()
  for (const [index, column] of table.columns.entries()) {
    if (column.header === '') continue
    const foreign = isPlainPrice(column.header) ? otherCurrencyIn(table, index) : undefined
    const meaning =
      foreign === undefined
        ? resolve(column, tags, table.headerRow)
        : attributeNamed(column.header, tags)
    const resolved = allowed(meaning, column, table.headerRow)
    if ('issue' in resolved) {
      issues.push(resolved.issue)
      continue
    }
    const { target } = resolved
    if (isRepeated(table, index, textOfAll(target, collectionTags))) {
      issues.push(repeatedText(column, table.headerRow))
      const ignored = { kind: 'ignored', name: column.header } as const
      columns.push({ index, label: column.header, target: ignored })
      continue
    }
    const earlier = taken.get(targetKey(target))
    if (earlier !== undefined && target.kind !== 'ignored') {
      const found = sameTarget(earlier, column, target, table.headerRow)
      if (target.kind !== 'custom' || !isCustom(column.header) || isCustom(earlier.header)) {
        issues.push(...found)
        continue
      }
      repeats.push({ index, unclear: table.columns.indexOf(earlier), issues: found })
    } else taken.set(targetKey(target), column)
    columns.push({ index, label: labelOf(column, target), target })
    if (isField(target, 'price')) issues.push(priceIssue(table, index, column))
    if (foreign !== undefined) issues.push(foreignPrice(foreign, column, table.headerRow))
    else if (target.kind === 'custom' && !isCustom(column.header)) unknown.push({ index, column })
  }
  return { columns, unknown, taken, repeats, issues }
}

const labelOf = ({ header }: TableColumn, target: ColumnTarget): string =>
  target.kind === 'field' ? target.name : header

/** Before Coldpress knew prices, such a column was an attribute. */
const priceIssue = (table: Table, index: number, { header, letter }: TableColumn): Issue => {
  const cellRef = { row: table.headerRow, column: 'price' }
  const doubt = isAdaPrice(header) ? undefined : doubtOfAda(table, index)
  if (doubt !== undefined)
    return issueOf(
      'price_unconfirmed',
      `"${header}" may not be in ADA: ${doubt}. Whoever has a token's payment link could buy it for that many ADA. If the prices are in ADA, name the column ${adaPriceHeader}; if not, name it custom:${header} or ignore:${header}.`,
      {
        ...cellRef,
        fix: {
          kind: 'rename',
          column: letter,
          value: adaPriceHeader,
          label: 'The prices are in ADA',
        },
      },
    )
  return issueOf(
    'price_column',
    `"${header}" is the price of each token in ADA; whoever has the token's payment link can buy it. Name the column custom:${header} to make it an attribute.`,
    { ...cellRef, fix: customFix(letter, header) },
  )
}

/** Nobody can pay it here: the column says what the works cost elsewhere. */
const foreignPrice = (cell: string, { header, letter }: TableColumn, row: number): Issue =>
  issueOf(
    'price_column',
    `"${header}" has amounts in another currency than ADA, such as "${readable(cell)}": it becomes an attribute, and no token gets a price. Name it ignore:${header} to leave it out.`,
    {
      row,
      column: header,
      fix: {
        kind: 'rename',
        column: letter,
        value: `ignore:${header}`,
        label: `Leave "${header}" out`,
      },
    },
  )

export const customFix = (column: string, header: string): Fix => ({
  kind: 'rename',
  column,
  value: `custom:${header}`,
  label: `Make it the custom attribute "${header}"`,
})

/** Whether the header says itself that the column is an attribute. */
export const isCustom = (header: string): boolean => customKey(header) !== undefined

/** The text that the collection gives to every token where the column's values would go. */
const textOfAll = (
  { kind, name }: ColumnTarget,
  { fixed, description }: CollectionTags,
): string | undefined => {
  if (kind === 'custom') return fixed?.get(name)
  return kind === 'field' && name === 'description' ? description : undefined
}

/** Whether every cell has the text that the collection gives to all tokens, or none. */
const isRepeated = ({ rows }: Table, index: number, text: string | undefined): boolean =>
  text !== undefined && rows.every(({ cells }) => ['', text].includes((cells[index] ?? '').trim()))

const repeatedText = ({ header }: TableColumn, row: number): Issue =>
  issueOf(
    'repeated_text',
    `"${header}" has the text that the collection gives to every token, so the column is left out.`,
    { row, column: header },
  )

const resolve = (column: TableColumn, tags: readonly string[], row: number): Resolved => {
  const { header, letter } = column
  if (/^<.*>$/u.test(header)) return resolveTag(column, tags, row)
  if (isIgnored(header))
    return { target: { kind: 'ignored', name: header.slice('ignore:'.length).trim() } }
  const key = customKey(header)
  if (key !== undefined) {
    if (key !== '') return { target: { kind: 'custom', name: key } }
    const message = `Column ${letter} is "${header}" without a key. Write custom: and the attribute's name.`
    return { issue: issueOf('empty_header', message, { row, column: header }) }
  }
  const field = tokenColumns.find((name) => name === headerKey(header))
  if (field !== undefined) return { target: { kind: 'field', name: field } }
  if (isAdaPrice(header)) return { target: { kind: 'field', name: 'price' } }
  return attributeNamed(header, tags)
}

const attributeNamed = (header: string, tags: readonly string[]): Resolved => {
  const tag = matchTag(`<${header}>`, tags)
  return {
    target: tag === undefined ? { kind: 'custom', name: header } : { kind: 'tag', name: tag },
  }
}

/** JSON readers silently drop an attribute of this name. */
export const forbiddenName = '__proto__'

const allowed = (resolved: Resolved, { header, letter }: TableColumn, row: number): Resolved => {
  if ('issue' in resolved) return resolved
  const { kind, name } = resolved.target
  if (kind !== 'custom' || name !== forbiddenName) return resolved
  const message = `Column ${letter} is "${header}", and no attribute may be called ${forbiddenName}. Rename it.`
  return { issue: issueOf('forbidden_name', message, { row, column: header }) }
}

const resolveTag = (
  { header, letter }: TableColumn,
  tags: readonly string[],
  row: number,
): Resolved => {
  const tag = matchTag(header, tags)
  if (tag !== undefined) return { target: { kind: 'tag', name: tag } }
  const word = header.slice(1, -1)
  const known = tags.length === 0 ? 'It has none.' : `It has ${tags.join(', ')}.`
  const message = `The collection has no tag ${header}. ${known} Rename the column, or write it as custom:${word}.`
  const fix = word.trim() === '' ? {} : { fix: customFix(letter, word) }
  const cellRef = { row, column: header, ...fix }
  return { issue: issueOf('unknown_tag', message, cellRef) }
}

/** If two tags differ only in case, only the exact spelling matches. */
const matchTag = (placeholder: string, tags: readonly string[]): string | undefined => {
  if (tags.includes(placeholder)) return placeholder
  const alike = tags.filter((tag) => headerKey(tag) === headerKey(placeholder))
  return alike.length === 1 ? alike[0] : undefined
}

const sameTarget = (
  earlier: TableColumn,
  column: TableColumn,
  target: ColumnTarget,
  row: number,
): readonly Issue[] => {
  // Headers that look equal were reported when the table was read.
  if (headerKey(earlier.header) === headerKey(column.header)) return []
  const message = `Columns ${earlier.letter} ("${earlier.header}") and ${column.letter} ("${column.header}") both fill ${headerOf(target)}. Remove one.`
  return [issueOf('duplicate_header', message, { row, column: column.header })]
}
