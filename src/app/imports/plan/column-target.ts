export const tokenColumns = [
  'asset_name',
  'name',
  'description',
  'media_type',
  'image',
  'price',
] as const
export type TokenColumn = (typeof tokenColumns)[number]

/** The target of a table column. */
export type ColumnTarget =
  | { readonly kind: 'field'; readonly name: TokenColumn }
  /** The placeholder of the tag, `<color>`. */
  | { readonly kind: 'tag'; readonly name: string }
  /** The attribute's key. */
  | { readonly kind: 'custom'; readonly name: string }
  /** A column that the import leaves out; the name is the header's rest. */
  | { readonly kind: 'ignored'; readonly name: string }

export type MappedColumn = {
  readonly index: number
  /** Its name in issues: a token field's name, otherwise the header. */
  readonly label: string
  readonly target: ColumnTarget
  /** The column has a meaning of its own, and names the images as well. */
  readonly isShared?: true
}

export const isField = ({ kind, name }: ColumnTarget, field: TokenColumn): boolean =>
  kind === 'field' && name === field

export const targetKey = ({ kind, name }: ColumnTarget): string => `${kind} ${name}`

/** The key that a header such as `custom:Mood` names itself; undefined for others. */
export const customKey = (header: string): string | undefined =>
  /^custom:(?<key>.*)$/isu.exec(header)?.groups?.['key']?.trim()

/** The header that maps to the target. */
export const headerOf = ({ kind, name }: ColumnTarget): string => {
  if (kind === 'custom') return `custom:${name}`
  return kind === 'ignored' ? `ignore:${name}` : name
}
