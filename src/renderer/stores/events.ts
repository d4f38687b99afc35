import { create } from 'zustand'
import type { CallOutput } from '#shared/calls/contract.ts'
import type { EventRow } from '#shared/calls/events.ts'
import { text } from '../text/en.ts'
import { call, listen } from '../bridge.ts'
import { type EventsForm, filterOf, openForm } from './events-filter.ts'
import { useNavigation } from './navigation.ts'
import { useNotices } from './notices.ts'

type EventsStore = {
  /** How many nobody has seen, and the number of the last arrival. */
  readonly unread: number
  readonly arrival: number
  readonly form: EventsForm
  /** Of each sale its last event. */
  readonly bySale: boolean
  /** Newest first; undefined until the first answer. */
  readonly rows: readonly EventRow[] | undefined
  /** What the rows are, which were asked for before the choice was another one. */
  readonly areSales: boolean
  readonly hasMore: boolean
  /** The last arrival that the rows know of. */
  readonly loadedAt: number
  /** How many came in since that fit and are not among the rows. */
  readonly newer: number
  readonly choices: CallOutput<'events.choices'> | undefined
  /** Names of collections by id. */
  readonly names: Readonly<Record<string, string>>
  /** The event whose dialog is open. */
  readonly opened: number | undefined
  /** Hears what arrives. @returns a function that ends it */
  readonly follow: () => () => void
  readonly loadUnread: () => Promise<void>
  readonly load: () => Promise<void>
  readonly change: (form: Partial<EventsForm>) => Promise<void>
  readonly showBySale: (bySale: boolean) => Promise<void>
  /** Asks for the events before the last one; nothing where there are none or they are under way. */
  readonly loadOlder: () => Promise<void>
  readonly fetchNewer: () => Promise<void>
  readonly markRead: (arrival: number) => Promise<void>
  readonly open: (id: number) => void
  readonly close: () => void
}

const pageSize = 200

export const useEvents = create<EventsStore>((set, get) => {
  let asked = 0
  let isLoadingOlder = false
  const fetchPage = async (before: number | null) => {
    const { form, bySale } = get()
    const filter = filterOf(form, new Date())
    return call('events.page', { filter, before, limit: pageSize, bySale })
  }
  const load = async (): Promise<void> => {
    const question = (asked += 1)
    const areSales = get().bySale
    // Asked for first: what arrives between the two is newer than both.
    const choices = await call('events.choices', null)
    const { events: rows, hasMore } = await fetchPage(null)
    if (question !== asked) return
    set({ rows, areSales, hasMore, choices, loadedAt: choices.total, newer: 0 })
    if (choices.collections.some(({ collectionId }) => !(collectionId in get().names)))
      set({ names: await call('events.names', null) })
  }
  /** An answer that is older than what was told meanwhile says nothing new. */
  const count = (counts: { readonly arrival: number; readonly unread: number }): void =>
    set((before) => (counts.arrival < before.arrival ? {} : counts))
  const openEvent = (id: number): void => {
    useNavigation.getState().go({ view: 'events' })
    set({ opened: id })
  }
  return {
    unread: 0,
    arrival: 0,
    form: openForm,
    bySale: false,
    rows: undefined,
    areSales: false,
    hasMore: false,
    loadedAt: 0,
    newer: 0,
    choices: undefined,
    names: {},
    opened: undefined,
    follow: () => {
      const ends = [
        listen('events.changed', count),
        listen('events.opened', ({ id }) => openEvent(id)),
        listen('events.failed', ({ id, message }) =>
          useNotices.getState().notify('warn', message, {
            label: text.events.failed,
            run: () => openEvent(id),
          }),
        ),
      ]
      return () => ends.forEach((end) => end())
    },
    loadUnread: async () => count(await call('events.unread', null)),
    load,
    change: async (form) => {
      set({ form: { ...get().form, ...form } })
      await load()
    },
    showBySale: async (bySale) => {
      set({ bySale })
      await load()
    },
    loadOlder: async () => {
      const { rows, hasMore } = get()
      const last = rows?.at(-1)
      if (last === undefined || isLoadingOlder || !hasMore) return
      const question = asked
      isLoadingOlder = true
      try {
        const page = await fetchPage(last.id)
        if (question === asked)
          set({ rows: [...(get().rows ?? []), ...page.events], hasMore: page.hasMore })
      } finally {
        isLoadingOlder = false
      }
    },
    fetchNewer: async () => {
      const question = asked
      const { form, loadedAt } = get()
      const filter = filterOf(form, new Date())
      const { count } = await call('events.newer', { filter, arrival: loadedAt })
      if (question === asked) set({ newer: count })
    },
    markRead: async (arrival) => count(await call('events.markRead', { arrival })),
    open: (id) => set({ opened: id }),
    close: () => set({ opened: undefined }),
  }
})
