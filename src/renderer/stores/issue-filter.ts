import { create } from 'zustand'
import type { IssueView, ImportDraft } from '#contract/imports/draft-view.ts'

export type SeverityFilter = IssueView['severity']

type IssueFilter = {
  readonly severity: SeverityFilter | null
  readonly rule: string | null
  readonly search: string
  /** The row whose issue is chosen once the list is there. */
  readonly wantedRow: number | undefined
  /** The draft that was shown last. */
  readonly draftId: string | undefined
  /** Errors first, if there are any: they prevent the import from starting. */
  readonly newImport: (draft: ImportDraft) => void
  /** Shows all issues of the severity. */
  readonly show: (severity: SeverityFilter | null) => void
  readonly pickRule: (rule: string | null) => void
  readonly find: (search: string) => void
  readonly seek: (row: number | undefined) => void
}

/** The filter of the issues; other steps can set it. */
export const useIssueFilter = create<IssueFilter>((set, get) => ({
  severity: null,
  rule: null,
  search: '',
  wantedRow: undefined,
  draftId: undefined,
  newImport: ({ id, counts }) => {
    if (get().draftId === id) return
    const isErrorsFirst = counts.errors > 0 && get().wantedRow === undefined
    set({ draftId: id, severity: isErrorsFirst ? 'error' : null, rule: null, search: '' })
  },
  show: (severity) => set({ severity, rule: null, search: '' }),
  pickRule: (rule) => set({ rule }),
  find: (search) => set({ search }),
  seek: (wantedRow) => set({ wantedRow }),
}))
