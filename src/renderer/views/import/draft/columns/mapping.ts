import type { ImportDraft, MappedColumnFacts, TableEdit } from '#shared/calls/imports.ts'

export type Target = ImportDraft['targets'][number]

/** The choices for a column: `field:name`, `tag:<paper>`, or one of these. */
export const customChoice = 'custom'
export const ignoreChoice = 'ignore'

export const targetChoice = ({ kind, name }: Pick<Target, 'kind' | 'name'>): string =>
  `${kind}:${name}`

/** The current choice; null when the column's header is empty or wrong. */
export const choiceOf = ({ target }: MappedColumnFacts): string | null => {
  if (target === null) return null
  return target.kind === 'custom' ? customChoice : `${target.kind}:${target.name}`
}

/** The column that currently fills the target. */
export const fillerOf = (
  columns: readonly MappedColumnFacts[],
  target: Target,
): MappedColumnFacts | undefined =>
  columns.find((column) => choiceOf(column) === targetChoice(target))

/** Required targets that no column fills. */
export const unfilled = (
  columns: readonly MappedColumnFacts[],
  targets: readonly Target[],
): readonly Target[] =>
  targets.filter((target) => target.required && fillerOf(columns, target) === undefined)

/** A custom attribute's key from the column's own header. */
export const customKeyOf = ({ header, letter }: MappedColumnFacts): string => {
  const key = header
    .replace(/^custom:/iu, '')
    .replace(/^<(?<word>.*)>$/u, '$<word>')
    .trim()
  return key === '' ? `Column ${letter}` : key
}

export const customHeader = (key: string): string => `custom:${key.trim()}`

/** Columns that became an attribute only because nothing else knows their header. */
export const unchosen = (columns: readonly MappedColumnFacts[]): readonly MappedColumnFacts[] =>
  columns.filter(({ header, target }) => target?.kind === 'custom' && !/^custom:/iu.test(header))

/**
 * The edits that make `column` fill the chosen target. A column that filled it before becomes a
 * custom attribute, since two columns cannot fill one target. None when nothing would change.
 */
export const mappingEdits = (
  { columns, targets }: Pick<ImportDraft, 'columns' | 'targets'>,
  column: MappedColumnFacts,
  choice: string,
): TableEdit[] => {
  if (choice === choiceOf(column)) return []
  const rename = (of: MappedColumnFacts, to: string): TableEdit => ({
    kind: 'rename',
    column: of.letter,
    to,
  })
  if (choice === ignoreChoice) return [{ kind: 'remove_column', column: column.letter }]
  if (choice === customChoice) return [rename(column, customHeader(customKeyOf(column)))]
  const target = targets.find((one) => targetChoice(one) === choice)
  if (target === undefined) return []
  const filler = fillerOf(columns, target)
  return [
    ...(filler === undefined ? [] : [rename(filler, customHeader(customKeyOf(filler)))]),
    rename(column, target.header),
  ]
}
