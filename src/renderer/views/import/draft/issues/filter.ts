import { create } from 'zustand'
import type { IssueFacts, ImportDraft } from '#shared/calls/imports.ts'

export type Severity = IssueFacts['severity']

type IssueFilter = {
  readonly severity: Severity | null
  readonly rule: string | null
  readonly search: string
  /** The draft that was shown last. */
  readonly draftId: string | undefined
  /** Errors first, if there are any: they prevent the import from starting. */
  readonly newImport: (draft: ImportDraft) => void
  /** Shows all issues of the severity. */
  readonly show: (severity: Severity | null) => void
  readonly pickRule: (rule: string | null) => void
  readonly find: (search: string) => void
}

/** The filter of the issues; other steps can set it. */
export const useIssueFilter = create<IssueFilter>((set, get) => ({
  severity: null,
  rule: null,
  search: '',
  draftId: undefined,
  newImport: ({ id, counts }) => {
    if (get().draftId === id) return
    set({ draftId: id, severity: counts.errors > 0 ? 'error' : null, rule: null, search: '' })
  },
  show: (severity) => set({ severity, rule: null, search: '' }),
  pickRule: (rule) => set({ rule }),
  find: (search) => set({ search }),
}))
