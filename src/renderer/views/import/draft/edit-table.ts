import type { TableEdit } from '#contract/imports/draft-view.ts'
import { change } from '#renderer/data/change.ts'
import { editDraft } from '#renderer/stores/imports.ts'

/** Edits the draft's table in one step, which can be undone. @returns whether it succeeded */
export const editDraftTable = (edits: TableEdit[]): Promise<boolean> =>
  edits.length === 0
    ? Promise.resolve(false)
    : editDraft(({ id: draftId }) => change('imports.edit', { draftId, edits }))
