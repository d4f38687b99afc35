import { issueOf, type Issue, type Fix } from '../table/issues.ts'
import type { Table, TableColumn } from '../table/table-types.ts'
import { headerKey } from '../table/shape-table.ts'

export const tokenColumns = ['asset_name', 'name', 'description', 'media_type', 'image'] as const
export type TokenColumn = (typeof tokenColumns)[number]

/** The target of a table column. */
export type ColumnTarget =
  | { readonly kind: 'field'; readonly name: TokenColumn }
  /** The placeholder of the tag, `<color>`. */
  | { readonly kind: 'tag'; readonly name: string }
  /** The attribute's key. */
  | { readonly kind: 'custom'; readonly name: string }

export type MappedColumn = {
  readonly index: number
  /** Its name in issues: a token field's name, otherwise the header. */
  readonly label: string
  readonly target: ColumnTarget
}

export type ColumnMap = {
  readonly columns: readonly MappedColumn[]
  readonly issues: readonly Issue[]
}

/** Placeholders such as `<color>`, in collection order: allowed and required ones. */
export type CollectionTags = {
  readonly tags: readonly string[]
  readonly required: readonly string[]
}

type Resolved = { readonly target: ColumnTarget } | { readonly issue: Issue }

/**
 * Maps columns to token fields, the collection's tags (`color` or `<color>`), and custom attributes
 * (`custom:<key>`, or any other header). Case is ignored where that is unambiguous. A bare name
 * matches a field before a tag.
 */
export const mapColumns = (table: Table, { tags, required }: CollectionTags): ColumnMap => {
  const issues: Issue[] = []
  const columns: MappedColumn[] = []
  const unknown: TableColumn[] = []
  const taken = new Map<string, TableColumn>()
  for (const [index, column] of table.columns.entries()) {
    if (column.header === '') continue
    const resolved = allowed(resolve(column, tags, table.headerRow), column, table.headerRow)
    if ('issue' in resolved) {
      issues.push(resolved.issue)
      continue
    }
    const { target } = resolved
    const earlier = taken.get(targetKey(target))
    if (earlier !== undefined) {
      issues.push(...sameTarget(earlier, column, target, table.headerRow))
      continue
    }
    taken.set(targetKey(target), column)
    columns.push({ index, label: target.kind === 'field' ? target.name : column.header, target })
    if (target.kind === 'custom' && !isCustom(column.header)) unknown.push(column)
  }
  const absent = wantedTargets(required).filter((target) => !taken.has(targetKey(target)))
  return { columns, issues: [...issues, ...gapIssues(absent, unknown, table.headerRow)] }
}

const isCustom = (header: string): boolean => /^custom:/iu.test(header)

const resolve = (column: TableColumn, tags: readonly string[], row: number): Resolved => {
  const { header, letter } = column
  if (/^<.*>$/u.test(header)) return resolveTag(column, tags, row)
  if (isCustom(header)) {
    const key = header.slice('custom:'.length).trim()
    if (key !== '') return { target: { kind: 'custom', name: key } }
    const message = `Column ${letter} is "${header}" without a key. Write custom: and the attribute's name.`
    return { issue: issueOf('empty_header', message, { row, column: header }) }
  }
  const field = tokenColumns.find((name) => name === headerKey(header))
  if (field !== undefined) return { target: { kind: 'field', name: field } }
  const tag = matchTag(`<${header}>`, tags)
  return {
    target: tag === undefined ? { kind: 'custom', name: header } : { kind: 'tag', name: tag },
  }
}

/** JSON readers silently drop an attribute of this name. */
const forbiddenName = '__proto__'

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
  const fix: Fix = {
    kind: 'rename',
    column: letter,
    value: `custom:${word}`,
    label: `Make it the custom attribute "${word}"`,
  }
  const cellRef = { row, column: header, ...(word.trim() === '' ? {} : { fix }) }
  return { issue: issueOf('unknown_tag', message, cellRef) }
}

/** If two tags differ only in case, only the exact spelling matches. */
const matchTag = (placeholder: string, tags: readonly string[]): string | undefined => {
  if (tags.includes(placeholder)) return placeholder
  const alike = tags.filter((tag) => headerKey(tag) === headerKey(placeholder))
  return alike.length === 1 ? alike[0] : undefined
}

const targetKey = ({ kind, name }: ColumnTarget): string => `${kind} ${name}`

/** The header that maps to the target. */
const headerOf = ({ kind, name }: ColumnTarget): string =>
  kind === 'custom' ? `custom:${name}` : name

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

/** Other programs' names of the same column, without spaces, dashes and brackets. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  asset_name: ['assetname', 'asset', 'tokenid', 'edition'],
  name: ['displayname', 'tokenname', 'title'],
  description: ['desc'],
  media_type: ['mediatype', 'mimetype', 'mime'],
  image: ['filename', 'file', 'imagefile', 'imagename', 'picture', 'artwork'],
}

const plain = (header: string): string =>
  headerKey(header)
    .replace(/^(?:attributes|attribute|traits|trait)(?=[[|:])/u, '')
    .replaceAll(/[\s_\-<>[\]|:.]/gu, '')

const isAlike = (header: string, target: ColumnTarget): boolean =>
  plain(header) === plain(headerOf(target)) ||
  (target.kind === 'field' && (aliases[target.name] ?? []).includes(plain(header)))

const optional: ReadonlySet<string> = new Set(['description', 'media_type'])

/** Missing columns and unknown columns; each issue mentions the other. */
const gapIssues = (
  absent: readonly ColumnTarget[],
  unknown: readonly TableColumn[],
  row: number,
): readonly Issue[] => {
  const guessed = new Set<TableColumn>()
  const gaps = absent.flatMap((target) => {
    const alike = unknown.find((column) => !guessed.has(column) && isAlike(column.header, target))
    if (alike !== undefined) guessed.add(alike)
    return gapIssue(target, alike, row)
  })
  const others = unknown
    .filter((column) => !guessed.has(column))
    .map(({ header }) =>
      issueOf('custom_column', `"${header}" becomes a custom attribute of every token.`, {
        row,
        column: header,
      }),
    )
  return [...gaps, ...others]
}

const gapIssue = (
  target: ColumnTarget,
  alike: TableColumn | undefined,
  row: number,
): readonly Issue[] => {
  const name = headerOf(target)
  const fix: { fix?: Fix } =
    alike === undefined
      ? {}
      : {
          fix: {
            kind: 'rename',
            column: alike.letter,
            value: name,
            label: `Rename "${alike.header}" to ${name}`,
          },
        }
  const hint = alike === undefined ? '' : ` Is it the column "${alike.header}"? Then rename that.`
  if (optional.has(name)) {
    if (alike === undefined) return []
    const message = `"${alike.header}" becomes a custom attribute. Rename it if it is meant as ${name}.`
    return [issueOf('similar_column', message, { row, column: alike.header, ...fix })]
  }
  if (target.kind === 'tag') {
    const message = `The collection's tag ${name} has no column; every token must give it a value.${hint}`
    return [issueOf('missing_tag_column', message, { row, column: name, ...fix })]
  }
  const message = `The column ${name} is missing; every token needs it.${hint}`
  return [issueOf('missing_column', message, { row, column: name, ...fix })]
}
