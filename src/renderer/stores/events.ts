import { create } from 'zustand'
import { text } from '../text/en.ts'
import { listen } from '../bridge.ts'
import { type EventsForm, openForm } from './events-filter.ts'
import { useNavigation } from './navigation.ts'
import { useNotices } from './notices.ts'

type EventsStore = {
  readonly form: EventsForm
  /** Only the last event of each sale. */
  readonly bySale: boolean
  /** The event whose dialog is open. */
  readonly opened: number | undefined
  /** Opens events on request of the main process. @returns a function that stops it */
  readonly follow: () => () => void
  readonly change: (form: Partial<EventsForm>) => void
  readonly showBySale: (bySale: boolean) => void
  readonly open: (id: number) => void
  readonly close: () => void
}

export const useEvents = create<EventsStore>((set, get) => {
  const openEvent = (id: number): void => {
    useNavigation.getState().go({ view: 'events' })
    set({ opened: id })
  }
  return {
    form: openForm,
    bySale: false,
    opened: undefined,
    follow: () => {
      const ends = [
        listen('events.opened', ({ id }) => openEvent(id)),
        listen('events.noticed', ({ id, isGood, message }) =>
          useNotices.getState().notify(isGood ? 'good' : 'warn', message, {
            label: text.events.noticed,
            run: () => openEvent(id),
          }),
        ),
      ]
      return () => ends.forEach((end) => end())
    },
    change: (form) => set({ form: { ...get().form, ...form } }),
    showBySale: (bySale) => set({ bySale }),
    open: (id) => set({ opened: id }),
    close: () => set({ opened: undefined }),
  }
})
