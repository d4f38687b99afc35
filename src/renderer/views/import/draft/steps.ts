import type { ImageCheckView, ImportDraft } from '#contract/imports/draft-view.ts'
import type { IssueRule } from '#contract/imports/import-rules.ts'
import { type DraftStep, draftSteps } from '#renderer/stores/imports.ts'
import { text } from '#renderer/text/en.ts'
import type { Tone } from '#renderer/ui/status-badge.tsx'
import { leftOut, unfilled } from './details/mapping.ts'

const words = text.importing.draft.steps

/** How a step stands, in a word and a shape. */
export type StepState = { readonly tone: Exclude<Tone, 'inverted'>; readonly words: string }

/** How far the images are decoded. Before all of them are, nothing is known to be good. */
export type Checked = 'running' | 'stopped' | 'done'

export const checkedOf = (check: ImageCheckView | undefined): Checked => {
  if (check === undefined) return 'running'
  return check.total === 0 ? 'done' : check.state
}

export const stepStates = (
  draft: ImportDraft,
  checked: Checked,
): Readonly<Record<DraftStep, StepState>> => ({
  pictures: picturesState(draft),
  details: detailsState(draft),
  check: checkState(draft.counts, checked),
  cost: draft.purpose === 'change' ? changeState(draft.counts) : costState(draft.counts, checked),
})

/** The steps of a draft: tokens that change keep their pictures. */
export const draftStepsOf = ({ purpose }: Pick<ImportDraft, 'purpose'>): readonly DraftStep[] =>
  purpose === 'change' ? draftSteps.filter((step) => step !== 'pictures') : draftSteps

export const stepName = (step: DraftStep, { purpose }: Pick<ImportDraft, 'purpose'>): string =>
  step === 'cost' && purpose === 'change' ? text.importing.draft.change.step : words[step]

/** Whether the tokens come from files alone: then no table is shown. */
export const isOfFiles = ({ source }: ImportDraft): boolean => source.format === 'folder'

/** The step after this one; one without anything to decide is passed. */
export const stepAfter = (step: DraftStep, draft: ImportDraft): DraftStep =>
  draftSteps.slice(draftSteps.indexOf(step) + 1).find((next) => isToDecide(next, draft)) ?? 'cost'

const isToDecide = (step: DraftStep, draft: ImportDraft): boolean => {
  if (step === 'details') return hasOpenDetails(draft)
  return step !== 'check' || draft.counts.errors + draft.counts.warnings > 0
}

const hasOpenDetails = (draft: ImportDraft): boolean => {
  const { columns, targets, source } = draft
  if (unfilled(columns, targets).length > 0) return true
  return !isOfFiles(draft) && (source.assetNames !== null || leftOut(columns).length > 0)
}

type Counts = ImportDraft['counts']

const rulesOf = (...rules: readonly IssueRule[]): ReadonlySet<string> => new Set(rules)

const missingImage = rulesOf('missing_image', 'file_not_found')
const brokenImage = rulesOf(
  'invalid_image',
  'ambiguous_file',
  'empty_file',
  'file_not_supported',
  'image_damaged',
  'image_too_large',
  'content_not_supported',
  'unreadable_file',
)

/** What is wrong with images before how many there are: the step shows each of them. */
const picturesState = ({ counts: { rows }, rules }: ImportDraft): StepState => {
  const countOf = (broken: ReadonlySet<string>) =>
    rules.reduce((sum, { rule, count }) => (broken.has(rule) ? sum + count : sum), 0)
  const missing = countOf(missingImage)
  if (missing > 0) return { tone: 'bad', words: words.missing(missing) }
  const broken = countOf(brokenImage)
  if (broken > 0) return { tone: 'bad', words: words.broken(broken) }
  if (rows === 0) return { tone: 'warn', words: words.noTokens }
  return { tone: 'good', words: words.tokens(rows) }
}

const detailsState = (draft: ImportDraft): StepState => {
  const { columns, targets, settings } = draft
  const missing = unfilled(columns, targets).length
  if (missing > 0) return { tone: 'bad', words: words.unfilled(missing) }
  const images = imagesWords(settings)
  if (images !== undefined) return { tone: 'good', words: images }
  if (isOfFiles(draft)) return { tone: 'good', words: words.byFiles }
  const ignored = leftOut(columns).length
  if (ignored > 0) return { tone: 'plain', words: words.leftOut(ignored) }
  return { tone: 'good', words: words.filled }
}

const changes = ['square', 'withoutLocation', 'srgb'] as const

/** What is changed about images; undefined: nothing. */
const imagesWords = (settings: ImportDraft['settings']): string | undefined => {
  const { maxPixels, format } = settings
  const formats = text.importing.draft.options.formats
  const parts = [
    ...(maxPixels === null ? [] : [words.longest(maxPixels)]),
    ...(format === 'keep' ? [] : [formats[format]]),
    ...changes.flatMap((name) => (settings[name] === true ? [words.changes[name]] : [])),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}

const checkState = ({ errors, warnings, issues }: Counts, checked: Checked): StepState => {
  if (errors > 0) return { tone: 'bad', words: words.errors(errors) }
  if (warnings > 0) return { tone: 'warn', words: words.warnings(warnings) }
  if (checked === 'running') return { tone: 'plain', words: words.checking }
  if (checked === 'stopped') return { tone: 'plain', words: words.unchecked }
  return { tone: 'good', words: issues > 0 ? words.notes(issues) : words.noIssues }
}

/** What is left for the run to do. */
export const workLeft = ({ new: fresh, compare }: Counts): number => fresh + compare

const changeState = ({ errors, invalidRows, change }: Counts): StepState => {
  if (errors > 0 && invalidRows === null) return { tone: 'bad', words: words.blocked }
  const { none, count } = text.importing.draft.change
  if (change === 0) return { tone: 'plain', words: none }
  if (invalidRows !== null && errors > 0) return { tone: 'warn', words: words.canSkip(invalidRows) }
  return { tone: 'good', words: count(change) }
}

const costState = (counts: Counts, checked: Checked): StepState => {
  const { errors, invalidRows } = counts
  if (errors > 0 && invalidRows === null) return { tone: 'bad', words: words.blocked }
  if (workLeft(counts) === 0) return { tone: 'plain', words: words.nothing }
  if (invalidRows !== null && errors > 0) return { tone: 'warn', words: words.canSkip(invalidRows) }
  return checked === 'done'
    ? { tone: 'good', words: words.ready }
    : { tone: 'plain', words: words.readySoFar }
}
