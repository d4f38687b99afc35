import { create } from 'zustand'
import type { ErrorInfo } from '#shared/calls/call.ts'
import { errorInfoOf } from '../bridge.ts'
import { useNavigation } from './navigation.ts'

/** A message over the window about a success or a failure. */
export type Notice = {
  readonly id: number
  /** `warn` and `bad` stay until they are dismissed, since they may need a second look. */
  readonly tone: 'good' | 'info' | 'warn' | 'bad'
  readonly text: string
  /** What a failed call answered beside its sentence. */
  readonly details?: ErrorInfo['details']
  /** An action; a notice with one stays until it is dismissed. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

type Notices = {
  readonly notices: readonly Notice[]
  /** @returns its id, to dismiss it when it is outdated */
  readonly notify: (tone: Notice['tone'], text: string, action?: Notice['action']) => number
  /** The error of a click: it leaves with the view of the click. */
  readonly notifyError: (error: ErrorInfo) => void
  readonly dismiss: (id: number) => void
}

const shownMs = 6_000
const maxShown = 4
let lastId = 0

/** Without the notice of the same words, and with the newest last. */
const withNotice = (notices: readonly Notice[], notice: Notice): readonly Notice[] =>
  [...notices.filter(({ text }) => text !== notice.text), notice].slice(-maxShown)

export const useNotices = create<Notices>((set, get) => ({
  notices: [],
  notify: (tone, text, action) => {
    const id = (lastId += 1)
    const notice = { id, tone, text, ...(action === undefined ? {} : { action }) }
    set({ notices: withNotice(get().notices, notice) })
    if ((tone === 'good' || tone === 'info') && action === undefined)
      setTimeout(() => get().dismiss(id), shownMs)
    return id
  },
  notifyError: ({ message, details }) => {
    const id = (lastId += 1)
    set({ notices: withNotice(get().notices, { id, tone: 'bad', text: message, details }) })
    const stop = useNavigation.subscribe(() => {
      stop()
      get().dismiss(id)
    })
  },
  dismiss: (id) => set({ notices: get().notices.filter((one) => one.id !== id) }),
}))

/** Runs the action of a click; a failure becomes a notice. @returns undefined when it failed */
export const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    const info = errorInfoOf(error)
    if (info.code !== 'cancelled') useNotices.getState().notifyError(info)
    return undefined
  }
}
