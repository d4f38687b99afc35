import { create } from 'zustand'
import { text } from '../text/en.ts'
import type { EventPayload } from '#contract/window/calls.ts'
import { listen } from '../bridge.ts'
import { type EventsForm, openForm } from './events-filter.ts'
import { useNavigation } from './navigation.ts'
import { useNotices } from './notices.ts'

type Noticed = { readonly notice: number; readonly sales: ReadonlySet<string> }

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
  /** The notice of each tone that is shown, and the payment links that it is about. */
  const noticed: { good?: Noticed; warn?: Noticed } = {}
  const showNotice = ({ id, isGood, message, sales }: EventPayload<'events.noticed'>): void => {
    const { notices, dismiss, notify } = useNotices.getState()
    const tone = isGood ? 'good' : 'warn'
    const shown = notices.find((notice) => notice.id === noticed[tone]?.notice)
    const about = new Set([...(shown === undefined ? [] : (noticed[tone]?.sales ?? [])), ...sales])
    if (shown !== undefined) dismiss(shown.id)
    const isOne = shown === undefined || about.size === 1
    const notice = notify(tone, isOne ? message : text.events.noticedOf[tone](about.size), {
      label: isOne ? text.events.noticed : text.events.noticedAll,
      run: isOne ? () => openEvent(id) : () => useNavigation.getState().go({ view: 'events' }),
    })
    noticed[tone] = { notice, sales: about }
  }
  return {
    form: openForm,
    bySale: false,
    opened: undefined,
    follow: () => {
      const ends = [
        listen('events.opened', ({ id }) => openEvent(id)),
        listen('events.noticed', showNotice),
      ]
      return () => ends.forEach((end) => end())
    },
    change: (form) => set({ form: { ...get().form, ...form } }),
    showBySale: (bySale) => set({ bySale }),
    open: (id) => set({ opened: id }),
    close: () => set({ opened: undefined }),
  }
})
