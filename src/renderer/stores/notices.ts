import { create } from 'zustand'
import { errorInfoOf } from '../bridge.ts'

/** A line that appears over the window: what was done, or what failed. */
export type Notice = {
  readonly id: number
  /** What is `warn` or `bad` stays until it is dismissed: it may need to be read twice. */
  readonly tone: 'good' | 'info' | 'warn' | 'bad'
  readonly text: string
  /** What may be done about it; such a notice stays until it is dismissed. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

type Notices = {
  readonly notices: readonly Notice[]
  /** @returns its id, for whoever dismisses it once it has become pointless */
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

/** Runs what a click asked for; a failure becomes a notice. @returns undefined when it failed */
export const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    const info = errorInfoOf(error)
    if (info.code !== 'cancelled') useNotices.getState().notify('bad', info.message)
    return undefined
  }
}
