import { create } from 'zustand'
import type { ImportDraft } from '#contract/imports/draft-view.ts'

type IssueFilter = {
  readonly rule: string | null
  readonly search: string
  /** Notes are folded until somebody opens them. */
  readonly showsNotes: boolean
  /** The row whose issue is chosen once the list is there. */
  readonly wantedRow: number | undefined
  /** Whether each issue is listed by itself, because a row is sought among them. */
  readonly isFlat: boolean
  /** The draft that was shown last. */
  readonly draftId: string | undefined
  readonly newImport: (draft: Pick<ImportDraft, 'id'>) => void
  readonly pickRule: (rule: string | null) => void
  readonly find: (search: string) => void
  readonly toggleNotes: () => void
  readonly seek: (row: number | undefined) => void
}

/** The filter of the issues; other steps can set it. */
export const useIssueFilter = create<IssueFilter>((set, get) => ({
  rule: null,
  search: '',
  showsNotes: false,
  wantedRow: undefined,
  isFlat: false,
  draftId: undefined,
  newImport: ({ id }) => {
    const { draftId, wantedRow } = get()
    if (draftId === id) return
    const isFlat = wantedRow !== undefined
    set({ draftId: id, rule: null, search: '', showsNotes: false, isFlat })
  },
  pickRule: (rule) => set({ rule, isFlat: false }),
  find: (search) => set({ search }),
  toggleNotes: () => set(({ showsNotes }) => ({ showsNotes: !showsNotes, rule: null })),
  seek: (wantedRow) =>
    set(wantedRow === undefined ? { wantedRow } : { wantedRow, isFlat: true, rule: null }),
}))
