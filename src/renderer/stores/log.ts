import { create } from 'zustand'
import type { LogEntry } from '../../shared/calls/facts.ts'
import { call } from '../bridge.ts'

/** Which entries are shown; null: all. */
export type LogFilter = {
  readonly kind: LogEntry['kind'] | null
  /** This level and what is worse. */
  readonly level: 'warning' | 'error' | null
  readonly search: string
}

type LogStore = {
  readonly filter: LogFilter
  /** Newest first, without gaps as far as they were loaded; undefined until the first answer. */
  readonly entries: readonly LogEntry[] | undefined
  /** How many fit the filter altogether. */
  readonly total: number
  readonly load: () => Promise<void>
  readonly change: (filter: Partial<LogFilter>) => Promise<void>
  /** Asks for the entries before the last one; nothing where there are none or they are under way. */
  readonly loadOlder: () => Promise<void>
  /** Takes in an entry that was just written. */
  readonly take: (entry: LogEntry) => void
}

const pageSize = 200

export const useLog = create<LogStore>((set, get) => {
  let asked = 0
  let isLoadingOlder = false
  const load = async (): Promise<void> => {
    const question = (asked += 1)
    const page = await call('log.page', { before: null, limit: pageSize, ...query(get().filter) })
    if (question === asked) set(page)
  }
  return {
    filter: { kind: null, level: null, search: '' },
    entries: undefined,
    total: 0,
    load,
    change: async (filter) => {
      set({ filter: { ...get().filter, ...filter } })
      await load()
    },
    loadOlder: async () => {
      const { entries, total, filter } = get()
      const last = entries?.at(-1)
      if (last === undefined || isLoadingOlder || (entries?.length ?? 0) >= total) return
      const question = asked
      isLoadingOlder = true
      try {
        const page = await call('log.page', { before: last.id, limit: pageSize, ...query(filter) })
        if (question === asked)
          set({ entries: [...(get().entries ?? []), ...page.entries], total: page.total })
      } finally {
        isLoadingOlder = false
      }
    },
    take: (entry) => {
      const { entries, total, filter } = get()
      const isKnown = entries === undefined || entries.some(({ id }) => id === entry.id)
      if (isKnown || !fits(entry, filter)) return
      set({ entries: [entry, ...entries], total: total + 1 })
    },
  }
})

const levelsFrom = {
  warning: ['warning', 'error'],
  error: ['error'],
} as const satisfies Record<string, readonly LogEntry['level'][]>

const query = ({ kind, level, search }: LogFilter) => ({
  kinds: kind === null ? null : [kind],
  levels: level === null ? null : [...levelsFrom[level]],
  search,
})

/** As the main process filters: an entry that comes later must not differ from one that is asked for. */
export const fits = (entry: LogEntry, { kind, level, search }: LogFilter): boolean => {
  if (kind !== null && entry.kind !== kind) return false
  const levels: readonly LogEntry['level'][] | null = level === null ? null : levelsFrom[level]
  if (levels !== null && !levels.includes(entry.level)) return false
  const searched = [entry.message, ...Object.values(entry.details)].join('\n').toLowerCase()
  return searched.includes(search.trim().toLowerCase())
}
