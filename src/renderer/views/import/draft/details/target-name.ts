import { text } from '#renderer/text/en.ts'
import type { ChoosableTarget } from './mapping.ts'

const words = text.importing.draft.columns

/** The name of a target for a person. */
export const targetName = ({ kind, name }: Pick<ChoosableTarget, 'kind' | 'name'>): string => {
  if (kind === 'tag') return words.tag(name)
  return Object.entries(words.fieldNames).find(([key]) => key === name)?.[1] ?? name
}
