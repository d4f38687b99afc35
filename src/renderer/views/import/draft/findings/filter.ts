import { create } from 'zustand'
import type { FindingFacts } from '../../../../../shared/calls/imports.ts'

export type Severity = FindingFacts['severity']

type FindingFilter = {
  readonly severity: Severity | null
  readonly rule: string | null
  readonly search: string
  /** Shows all findings of the severity. */
  readonly show: (severity: Severity | null) => void
  readonly pickRule: (rule: string | null) => void
  readonly find: (search: string) => void
}

/** Which findings are shown; other steps lead here with a choice. */
export const useFindingFilter = create<FindingFilter>((set) => ({
  severity: null,
  rule: null,
  search: '',
  show: (severity) => set({ severity, rule: null, search: '' }),
  pickRule: (rule) => set({ rule }),
  find: (search) => set({ search }),
}))
