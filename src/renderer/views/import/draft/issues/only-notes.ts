import type { ImportDraft } from '#contract/imports/calls.ts'

/** Nothing is left to fix, but the list is not empty: the next step is offered beside it. */
export const hasOnlyNotes = ({
  errors,
  warnings,
  issues,
}: Pick<ImportDraft['counts'], 'errors' | 'warnings' | 'issues'>): boolean =>
  issues > 0 && errors === 0 && warnings === 0
