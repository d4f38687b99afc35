import { plainHeader } from '#contract/imports/column-pattern.ts'
import type { ImportDraft, MappedColumnView, TableEdit } from '#contract/imports/draft-view.ts'

export type ChoosableTarget = ImportDraft['targets'][number]

/** The choices for a column: `field:name`, `tag:<paper>`, or one of these. */
export const customChoice = 'custom'
export const ignoreChoice = 'ignore'

export const targetChoice = ({ kind, name }: Pick<ChoosableTarget, 'kind' | 'name'>): string =>
  `${kind}:${name}`

/** The current choice; null when the column's header is empty or wrong. */
export const choiceOf = ({ target }: MappedColumnView): string | null => {
  if (target === null) return null
  if (target.kind === 'custom') return customChoice
  return target.kind === 'ignored' ? ignoreChoice : `${target.kind}:${target.name}`
}

/** The column that currently fills the target. */
export const fillerOf = (
  columns: readonly MappedColumnView[],
  target: ChoosableTarget,
): MappedColumnView | undefined =>
  columns.find((column) => choiceOf(column) === targetChoice(target))

/** Required targets that no column fills. */
export const unfilled = (
  columns: readonly MappedColumnView[],
  targets: readonly ChoosableTarget[],
): readonly ChoosableTarget[] =>
  targets.filter((target) => target.required && fillerOf(columns, target) === undefined)

/** A column's name without what its header says about its meaning; a column without one has its letter's. */
export const columnName = ({
  header,
  letter,
}: Pick<MappedColumnView, 'header' | 'letter'>): string => plainHeader(header) || `Column ${letter}`

export const customHeader = (key: string): string => `custom:${key.trim()}`

/** An attribute named as the field would clash with it, so such a column is left out. */
const headerWithout = (filler: MappedColumnView, { kind, header }: ChoosableTarget): string => {
  const key = columnName(filler)
  const isClash = kind === 'field' && key.toLowerCase() === header
  return isClash ? ignoredHeader(key) : customHeader(key)
}

/** The import leaves out a column of such a header; its cells stay in the table. */
const ignoredHeader = (key: string): string => `ignore:${key}`

/** Columns that the import leaves out. */
export const leftOut = (columns: readonly MappedColumnView[]): readonly MappedColumnView[] =>
  columns.filter(({ target }) => target?.kind === 'ignored')

/**
 * The edits that make `column` fill the chosen target. A column that filled it before becomes a
 * custom attribute or is left out, since two columns cannot fill one target. None when nothing would
 * change.
 */
export const mappingEdits = (
  { columns, targets }: Pick<ImportDraft, 'columns' | 'targets'>,
  column: MappedColumnView,
  choice: string,
): TableEdit[] => {
  if (choice === choiceOf(column)) return []
  const rename = (of: MappedColumnView, to: string): TableEdit => ({
    kind: 'rename',
    column: of.letter,
    to,
  })
  if (choice === ignoreChoice) return [rename(column, ignoredHeader(columnName(column)))]
  if (choice === customChoice) return [rename(column, customHeader(columnName(column)))]
  const target = targets.find((candidate) => targetChoice(candidate) === choice)
  if (target === undefined) return []
  const filler = fillerOf(columns, target)
  return [
    ...(filler === undefined ? [] : [rename(filler, headerWithout(filler, target))]),
    rename(column, target.header),
  ]
}

/** Columns that fill no field of the token. */
export const otherColumns = ({
  columns,
}: Pick<ImportDraft, 'columns'>): readonly MappedColumnView[] =>
  columns.filter(({ target }) => target?.kind !== 'field')

/** Which pattern can make the field's texts; undefined: none. */
export const namingOf = ({
  kind,
  name,
}: Pick<ChoosableTarget, 'kind' | 'name'>): 'names' | 'assetNames' | undefined => {
  if (kind !== 'field') return undefined
  if (name === 'name') return 'names'
  return name === 'asset_name' ? 'assetNames' : undefined
}

/** Whether the column's texts were made by the pattern, or by the reading of files. */
export const isMadeBy = (
  pattern: string | null,
  { source }: Pick<ImportDraft, 'source'>,
  filler: MappedColumnView | undefined,
): boolean =>
  source.format === 'folder' ? filler !== undefined : pattern !== null && filler?.isMade === true

/**
 * The edits that make the column fill the field. A column that fills another field keeps that one: a
 * copy of it fills this one.
 */
export const fieldEdits = (
  draft: Pick<ImportDraft, 'columns' | 'targets'>,
  column: MappedColumnView,
  target: ChoosableTarget,
): TableEdit[] => {
  const isTaken = column.target?.kind === 'field' || column.target?.kind === 'tag'
  if (!isTaken) return mappingEdits(draft, column, targetChoice(target))
  const filler = fillerOf(draft.columns, target)
  if (filler === column) return []
  return [
    ...(filler === undefined
      ? []
      : [{ kind: 'rename', column: filler.letter, to: headerWithout(filler, target) } as const]),
    { kind: 'fill_column', header: target.header, pattern: `{${columnName(column)}}` },
  ]
}
