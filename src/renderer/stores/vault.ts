import { create } from 'zustand'
import { CallError, listen } from '../bridge.ts'
import { callQuery } from '../data/call-query.ts'
import { change } from '../data/change.ts'
import { queryClient } from '../data/query-client.ts'
import { text } from '../text/en.ts'
import { useNotices } from './notices.ts'
import { warnIfWeak } from './warn-if-weak.ts'

/** Why the vault's dialog is open: somebody waits for it, or the user wants it. */
type UnlockRequest = {
  /** What the passphrase is needed for, as a sentence; absent when the user opened it. */
  readonly reason?: string
  readonly settle: (opened: boolean) => void
}

type VaultStore = {
  readonly unlockRequest: UnlockRequest | undefined
  /** The vault was opened here with a passphrase that a new one may not be. */
  readonly isPassphraseWeak: boolean
  /** Reports work that waits for the vault. @returns a function that ends it */
  readonly follow: () => () => void
  /** Opens the dialog that creates or unlocks the vault; answers whether it is open now. */
  readonly requestUnlock: (reason?: string) => Promise<boolean>
  /** Called by the dialog. */
  readonly submit: (passphrase: string) => Promise<void>
  readonly cancel: () => void
}

const stateOf = () => queryClient.getQueryData(callQuery('vault.status', null).queryKey)?.state

export const useVault = create<VaultStore>((set, get) => ({
  unlockRequest: undefined,
  isPassphraseWeak: false,
  follow: () => {
    let waiting: number | undefined
    const ends = [
      listen('vault.changed', (status) => {
        if (status.state !== 'unlocked' || waiting === undefined) return
        useNotices.getState().dismiss(waiting)
        waiting = undefined
      }),
      // The studio tells of work that waits for the vault once, wherever the user is at that time.
      listen('log.added', ({ kind, message, details }) => {
        if (kind !== 'signing' || details['reason'] !== 'vault_locked') return
        waiting = useNotices.getState().notify('warn', message, {
          label: text.frame.vault.unlock,
          run: () => void get().requestUnlock(),
        })
      }),
    ]
    return () => ends.forEach((end) => end())
  },
  requestUnlock: (reason) => {
    if (stateOf() === 'unlocked') return Promise.resolve(true)
    get().unlockRequest?.settle(false)
    return new Promise((settle) => {
      set({ unlockRequest: { settle, ...(reason === undefined ? {} : { reason }) } })
    })
  },
  submit: async (passphrase) => {
    await change(stateOf() === 'new' ? 'vault.create' : 'vault.unlock', { passphrase })
    get().unlockRequest?.settle(true)
    set({ unlockRequest: undefined })
    void warnIfWeak(passphrase, text.frame.vault.weak).then((isPassphraseWeak) =>
      set({ isPassphraseWeak }),
    )
  },
  cancel: () => {
    get().unlockRequest?.settle(false)
    set({ unlockRequest: undefined })
  },
}))

/**
 * Does what may need the vault: when it says that it is locked, or has no passphrase yet, the user is
 * asked and it is done again. Whoever throws `vault_locked` has changed nothing.
 * @throws CallError `cancelled` when the user does not want to
 */
export const withVault = async <T>(reason: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'vault_locked') throw error
    if (await useVault.getState().requestUnlock(reason)) return work()
    throw new CallError({ code: 'cancelled', message: error.message, details: {} })
  }
}
