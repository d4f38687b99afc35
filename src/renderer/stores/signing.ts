import { create } from 'zustand'
import type { CallInput } from '#shared/calls/contract.ts'
import type { SigningEntry, SigningReceived } from '#shared/calls/signing.ts'
import { call, listen } from '../bridge.ts'
import { attempt } from './notices.ts'

export type SigningSource = CallInput<'signing.take'>['source']

type SigningStore = {
  /** Newest first; undefined until they were loaded once. */
  readonly entries: readonly SigningEntry[] | undefined
  /** How often each request was told to have changed, for whoever shows it. */
  readonly changes: Readonly<Record<string, number>>
  /** Hears of each change. @returns a function that ends it */
  readonly follow: () => () => void
  readonly load: () => Promise<void>
  readonly receive: (source: SigningSource) => Promise<SigningReceived>
}

export const useSigning = create<SigningStore>((set, get) => {
  let asked = 0
  const load = async (): Promise<void> => {
    const question = (asked += 1)
    const entries = await call('signing.list', null)
    if (question === asked) set({ entries })
  }
  return {
    entries: undefined,
    changes: {},
    follow: () =>
      listen('signing.changed', ({ id }) => {
        const { changes } = get()
        set({ changes: { ...changes, [id]: (changes[id] ?? 0) + 1 } })
        void attempt(load)
      }),
    load,
    receive: (source) => call('signing.take', { source }),
  }
})

/** Something is to be done with it here: to sign it, or to bring the answer away. */
export const isWaiting = ({ state }: SigningEntry): boolean =>
  state === 'waiting' || state === 'signed'

export const waitingIn = (entries: readonly SigningEntry[] | undefined): number =>
  entries?.filter(isWaiting).length ?? 0
