import { create } from 'zustand'
import { failureOf } from '../bridge.ts'

/** A line that appears over the window: what was done, or what failed. */
export type Notice = {
  readonly id: number
  readonly tone: 'good' | 'bad' | 'info'
  readonly text: string
}

type Notices = {
  readonly notices: readonly Notice[]
  readonly tell: (tone: Notice['tone'], text: string) => void
  readonly dismiss: (id: number) => void
}

const shownMs = 6_000
let lastId = 0

export const useNotices = create<Notices>((set, get) => ({
  notices: [],
  tell: (tone, text) => {
    const id = (lastId += 1)
    set({
      notices: [...get().notices.filter((one) => one.text !== text), { id, tone, text }].slice(-4),
    })
    // A failure stays until it is dismissed: it may need to be read twice.
    if (tone !== 'bad') setTimeout(() => get().dismiss(id), shownMs)
  },
  dismiss: (id) => set({ notices: get().notices.filter((one) => one.id !== id) }),
}))

/** Runs what a click asked for; a failure becomes a notice. @returns undefined when it failed */
export const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    const failure = failureOf(error)
    if (failure.code !== 'cancelled') useNotices.getState().tell('bad', failure.message)
    return undefined
  }
}
