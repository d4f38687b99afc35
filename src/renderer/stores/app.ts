import { create } from 'zustand'
import { call, listen } from '../bridge.ts'
import { useNotices } from './notices.ts'

type AppStore = {
  /**
   * The number of running imports when the user tried to close the window; undefined: not asked.
   */
  readonly closing: number | undefined
  /** Shows messages of the main process. @returns a function that stops it */
  readonly follow: () => () => void
  readonly close: () => Promise<void>
  readonly stay: () => void
}

export const useApp = create<AppStore>((set) => ({
  closing: undefined,
  follow: () => {
    const ends = [
      listen('app.notice', ({ message }) => useNotices.getState().announce('warn', message)),
      listen('app.closeRequested', ({ running }) => set({ closing: running })),
      listen('app.process', ({ state, message }) =>
        state === 'restarted'
          ? useNotices.getState().mention(message)
          : useNotices.getState().announce(state === 'failed' ? 'bad' : 'warn', message),
      ),
    ]
    return () => ends.forEach((end) => end())
  },
  close: async () => {
    set({ closing: undefined })
    await call('app.close', null)
  },
  stay: () => set({ closing: undefined }),
}))
