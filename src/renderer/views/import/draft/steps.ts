import type { ImportDraft } from '#contract/imports/draft-view.ts'
import type { DraftStep } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import type { Tone } from '#renderer/ui/status-badge.tsx'
import { leftOut, unfilled } from './columns/mapping.ts'

const words = text.importing.draft.steps

/** How a step stands, in a word and a shape. */
export type StepState = { readonly tone: Exclude<Tone, 'inverted'>; readonly words: string }

export const stepStates = (draft: ImportDraft): Readonly<Record<DraftStep, StepState>> => ({
  columns: columnsState(draft),
  issues: issuesState(draft.counts),
  preview: previewState(draft.counts),
  options: { tone: 'plain', words: optionsWords(draft.settings) },
  start: startState(draft.counts),
})

const columnsState = ({ columns, targets }: ImportDraft): StepState => {
  const missing = unfilled(columns, targets).length
  if (missing > 0) return { tone: 'bad', words: words.unfilled(missing) }
  const ignored = leftOut(columns).length
  return { tone: 'good', words: ignored === 0 ? words.filled : words.leftOut(ignored) }
}

type Counts = ImportDraft['counts']

const issuesState = ({ errors, warnings, issues }: Counts): StepState => {
  if (errors > 0) return { tone: 'bad', words: words.errors(errors) }
  if (warnings > 0) return { tone: 'warn', words: words.warnings(warnings) }
  if (issues > 0) return { tone: 'good', words: words.notes(issues) }
  return { tone: 'good', words: words.noIssues }
}

/** Tokens of the rows that have no error. */
export const plannedTokens = ({ new: fresh, done, compare }: Counts): number =>
  fresh + done + compare

const previewState = (counts: Counts): StepState => {
  const tokens = plannedTokens(counts)
  return tokens === 0
    ? { tone: 'warn', words: words.noTokens }
    : { tone: 'plain', words: words.tokens(tokens) }
}

const changes = ['square', 'withoutLocation', 'srgb'] as const

const optionsWords = (settings: ImportDraft['settings']): string => {
  const { maxPixels, format } = settings
  const formats = text.importing.draft.options.formats
  const parts = [
    ...(maxPixels === null ? [] : [words.longest(maxPixels)]),
    ...(format === 'keep' ? [] : [formats[format]]),
    ...changes.flatMap((name) => (settings[name] === true ? [words.changes[name]] : [])),
  ]
  return parts.length === 0 ? words.asTheyAre : parts.join(', ')
}

/** What is left for the run to do. */
export const workLeft = ({ new: fresh, compare }: Counts): number => fresh + compare

const startState = (counts: Counts): StepState => {
  const { errors, invalidRows } = counts
  if (errors > 0 && invalidRows === null) return { tone: 'bad', words: words.blocked }
  if (workLeft(counts) === 0) return { tone: 'plain', words: words.nothing }
  if (invalidRows !== null && errors > 0) return { tone: 'warn', words: words.canSkip(invalidRows) }
  return { tone: 'good', words: words.ready }
}
