import { create } from 'zustand'
import type { LogEntry } from '#contract/log/entry.ts'

/** Which entries are shown; null: all. */
export type LogFilter = {
  readonly kind: LogEntry['kind'] | null
  /** This level and more serious ones. */
  readonly level: 'warning' | 'error' | null
  readonly search: string
}

type LogStore = {
  readonly filter: LogFilter
  readonly change: (filter: Partial<LogFilter>) => void
}

export const useLogFilter = create<LogStore>((set, get) => ({
  filter: { kind: null, level: null, search: '' },
  change: (filter) => set({ filter: { ...get().filter, ...filter } }),
}))
