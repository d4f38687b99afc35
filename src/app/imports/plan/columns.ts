import { mediaTypeOfName } from '#media/content/media.ts'
import { countText } from '#values/text/format.ts'
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
import { withoutInvisible } from './cell-text.ts'
import { isInALanguage, isWordFor } from './column-words.ts'
import { createFileMatcher } from './match-files.ts'
import { findThumbnails, thumbnailIssue } from './thumbnail-columns.ts'
import {
  adaPriceHeader,
  doubtOfAda,
  isAdaPrice,
  isPlainPrice,
  otherCurrencyIn,
} from './price-column.ts'
import { isImageAddress } from './read-image.ts'
import { guessColumns, type Guesses, type UnknownColumn } from './guess-columns.ts'
import type { FileEntry } from './plan-types.ts'
import { isOfWorks } from './work-columns.ts'

export type ColumnMap = {
  readonly columns: readonly MappedColumn[]
  readonly issues: readonly Issue[]
}

export type GuessedColumns = ColumnMap & {
  /** Targets that no column fills and several could. */
  readonly unclear: Guesses['ambiguous']
  /** The places of the columns that are left out because they name other sizes of the images. */
  readonly thumbnails: readonly number[]
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

/**
 * Maps columns to token fields, the collection's tags (`color` or `<color>`), and custom attributes
 * (`custom:<key>`, or any other header). `ignore:<key>` leaves a column out. Case is ignored where
 * that is unambiguous. A bare name matches a field before a tag. A column of unknown name may fill
 * a target that no column fills: see {@link guessColumns}.
 */
export const mapColumns = (
  table: Table,
  collectionTags: CollectionTags,
  files: readonly FileEntry[] = [],
): GuessedColumns => {
  const { columns, unknown, taken, repeats, issues } = namedColumns(table, collectionTags)
  const absent = wantedTargets(collectionTags.required).filter(
    (target) => !taken.has(targetKey(target)),
  )
  const guesses = guessColumns(table, unknown, absent, files)
  const filled = new Set(guesses.found.values())
  const { shared } = guesses
  const isFilled = (target: ColumnTarget): boolean =>
    filled.has(target) || (shared !== undefined && isField(target, 'image'))
  const gaps = absent.filter((target) => !isFilled(target))
  const guessed = [
    ...(shared === undefined ? [] : [sharedColumn(shared)]),
    ...columns.map((column) => withGuess(column, guesses.found.get(column.index))),
  ]
  const image = guessed.find(({ target }) => isField(target, 'image'))
  const free = unknown.filter(
    ({ index, column }) => !guesses.found.has(index) && !isOfWorks(column.header),
  )
  const thumbnails = image === undefined ? [] : findThumbnails(table, free, image.index)
  const leftOut = new Set(thumbnails.map(({ index }) => index))
  const repeated = repeats.filter(({ unclear }) => !guesses.found.has(unclear))
  const second = new Set(repeated.map(({ index }) => index))
  return {
    columns: guessed
      .filter(({ index }) => !second.has(index))
      .map((column) => (leftOut.has(column.index) ? withoutUse(column) : column)),
    unclear: guesses.ambiguous,
    thumbnails: [...leftOut],
    issues: [
      ...issues,
      ...repeated.flatMap((repeat) => repeat.issues),
      ...unseenIssues(table),
      ...(gaps.length === 0 ? [] : headerMissing(table, files)),
      ...gaps.flatMap((target) => gapIssue(target, guesses, table, files)),
      ...thumbnails.map(({ column }) => thumbnailIssue(column, table.headerRow)),
      ...unknown
        .filter(({ index }) => !leftOut.has(index))
        .map((one) => unknownIssue(one, guesses, table)),
    ],
  }
}

const withoutUse = (column: MappedColumn): MappedColumn => ({
  ...column,
  target: { kind: 'ignored', name: column.label },
})

/** A header with an invisible character looks like another, and is not the same name. */
const unseenIssues = ({ columns, headerRow }: Table): readonly Issue[] =>
  columns.flatMap(({ header, letter }) => {
    const seen = withoutInvisible(header, true).trim()
    if (seen === header || seen === '') return []
    const message = `The header of column ${letter} looks like "${seen}", but holds a character that cannot be seen: it is another name.`
    const fix = {
      kind: 'rename',
      column: letter,
      value: seen,
      label: 'Remove the unseen characters',
    } as const
    return [
      issueOf('invisible_character', message, {
        row: headerRow,
        column: header,
        value: header,
        fix,
      }),
    ]
  })

/** Whether the first row of a table is a token. */
export const isHeaderMissing = (table: Table, files: readonly FileEntry[]): boolean =>
  headerMissing(table, files).length > 0

/** A header names no file and no address: a first row that does is a token. */
const headerMissing = (
  { columns, headerRow }: Table,
  files: readonly FileEntry[],
): readonly Issue[] => {
  const { match } = createFileMatcher(files)
  const named = columns.find(
    ({ header }) =>
      header !== '' &&
      (isImageAddress(header) ||
        mediaTypeOfName(header) !== undefined ||
        match(header).kind === 'found'),
  )
  if (named === undefined) return []
  const what = isImageAddress(named.header) ? 'image' : 'file'
  const message = `Row ${headerRow} names the ${what} "${readable(named.header)}", so it seems to be a token: the table has no headers. Add a row above it that names the columns: asset_name, name, image.`
  return [issueOf('missing_column', message, { row: headerRow, column: 'image' })]
}

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
const namedColumns = (table: Table, collectionTags: CollectionTags): NamedColumns => {
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

const withGuess = (column: MappedColumn, target: ColumnTarget | undefined): MappedColumn =>
  target === undefined
    ? column
    : { ...column, target, label: target.kind === 'field' ? target.name : column.label }

const sharedColumn = (index: number): MappedColumn => ({
  index,
  label: 'image',
  target: { kind: 'field', name: 'image' },
  isShared: true,
})

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

const customFix = (column: string, header: string): Fix => ({
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

const wantedTargets = (tags: readonly string[]): readonly ColumnTarget[] => [
  ...tokenColumns.map((name) => ({ kind: 'field' as const, name })),
  ...tags.map((name) => ({ kind: 'tag' as const, name })),
]

const optional: ReadonlySet<string> = new Set(['description', 'media_type', 'price'])

/** A target that no column fills, and the columns that could. */
const gapIssue = (
  target: ColumnTarget,
  { ambiguous }: Guesses,
  { headerRow, rows }: Table,
  files: readonly FileEntry[],
): readonly Issue[] => {
  const name = headerOf(target)
  if (optional.has(name)) return []
  const candidates = (ambiguous.get(target) ?? []).map(({ header }) => `"${header}"`)
  const rename = candidates.length > 1 ? 'rename one' : 'rename it if so'
  const hint = candidates.length === 0 ? '' : ` It may be ${candidates.join(' or ')}: ${rename}.`
  const cellRef = { row: headerRow, column: name }
  if (target.kind === 'tag') {
    const message = `The collection's tag ${name} has no column; every token must give it a value.${hint}`
    return [issueOf('missing_tag_column', message, cellRef)]
  }
  const images = name === 'image' && hint === '' ? unnamedImages(files, rows.length) : ''
  const message = `The column ${name} is missing; every token needs it.${hint}${images}`
  return [issueOf('missing_column', message, cellRef)]
}

/** Equal counts are no reason to pair files and rows by their order: one that is missing would move all. */
const unnamedImages = (files: readonly FileEntry[], rows: number): string => {
  const images = files.filter(({ name }) => mediaTypeOfName(name)?.startsWith('image/') === true)
  const [first] = images
  if (first === undefined) return ''
  const found = `${countText(images.length, 'image')}, such as ${readable(first.name)}`
  return ` The folder has ${found}, and no column names them for the ${countText(rows, 'row')}. Add a column image with the name of each row's file.`
}

const unknownIssue = (
  { index, column: { header, letter } }: UnknownColumn,
  { found }: Guesses,
  { columns, headerRow: row }: Table,
): Issue => {
  const target = found.get(index)
  if (target === undefined)
    return issueOf('custom_column', `"${header}" becomes a custom attribute of every token.`, {
      row,
      column: header,
    })
  const others = columns.flatMap(({ header: other }, at) =>
    !found.has(at) && isTranslated(other, target) ? [`"${readable(other)}"`] : [],
  )
  const message = [
    `"${header}" is taken as ${headerOf(target)}. If it is something else, rename it.`,
    ...(others.length === 0 ? [] : [`In another language, ${others.join(', ')} is an attribute.`]),
  ].join(' ')
  return issueOf('guessed_column', message, { row, column: header, fix: customFix(letter, header) })
}

/** Whether a header means the same, and says its language. */
const isTranslated = (header: string, { kind, name }: ColumnTarget): boolean =>
  kind === 'field' && isInALanguage(header) && isWordFor(header, name)
