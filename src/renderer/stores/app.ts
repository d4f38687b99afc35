import { create } from 'zustand'
import type { CallOutput } from '../../shared/calls/contract.ts'
import type { Settings } from '../../shared/calls/facts.ts'
import { call, listen } from '../bridge.ts'
import { useNotices } from './notices.ts'

type AppStore = {
  readonly info: CallOutput<'app.info'> | undefined
  readonly settings: Settings
  /** How many imports run while the user wants to close the window; undefined: nobody asked. */
  readonly closing: number | undefined
  /** Hears what the main process tells. @returns a function that ends it */
  readonly follow: () => () => void
  readonly load: () => Promise<void>
  readonly change: (settings: Partial<Settings>) => Promise<void>
  readonly close: () => Promise<void>
  readonly stay: () => void
}

export const useApp = create<AppStore>((set) => ({
  info: undefined,
  settings: { appearance: 'system', autoLockMinutes: 15, notifyFailures: false },
  closing: undefined,
  follow: () => {
    const ends = [
      listen('app.notice', ({ message }) => useNotices.getState().tell('warn', message)),
      listen('app.closeAsked', ({ running }) => set({ closing: running })),
      listen('app.process', ({ state, message }) =>
        useNotices.getState().tell(state === 'failed' ? 'bad' : 'warn', message),
      ),
    ]
    return () => ends.forEach((end) => end())
  },
  load: async () => {
    const [info, settings] = await Promise.all([call('app.info', null), call('app.settings', null)])
    set({ info, settings })
  },
  change: async (settings) => set({ settings: await call('app.changeSettings', settings) }),
  close: async () => {
    set({ closing: undefined })
    await call('app.close', null)
  },
  stay: () => set({ closing: undefined }),
}))
