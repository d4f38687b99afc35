import { create } from 'zustand'
import { errorInfoOf } from '../bridge.ts'

/** A message over the window about a success or a failure. */
export type Notice = {
  readonly id: number
  /** `warn` and `bad` stay until they are dismissed, since they may need a second look. */
  readonly tone: 'good' | 'info' | 'warn' | 'bad'
  readonly text: string
  /** An action; a notice with one stays until it is dismissed. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

type Notices = {
  readonly notices: readonly Notice[]
  /** @returns its id, to dismiss it when it is outdated */
  readonly notify: (tone: Notice['tone'], text: string, action?: Notice['action']) => number
  readonly dismiss: (id: number) => void
}

const shownMs = 6_000
let lastId = 0

export const useNotices = create<Notices>((set, get) => ({
  notices: [],
  notify: (tone, text, action) => {
    const id = (lastId += 1)
    const notice = { id, tone, text, ...(action === undefined ? {} : { action }) }
    set({ notices: [...get().notices.filter((one) => one.text !== text), notice].slice(-4) })
    if ((tone === 'good' || tone === 'info') && action === undefined)
      setTimeout(() => get().dismiss(id), shownMs)
    return id
  },
  dismiss: (id) => set({ notices: get().notices.filter((one) => one.id !== id) }),
}))

/** Runs the action of a click; a failure becomes a notice. @returns undefined when it failed */
export const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    const info = errorInfoOf(error)
    if (info.code !== 'cancelled') useNotices.getState().notify('bad', info.message)
    return undefined
  }
}
