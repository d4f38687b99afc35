import { create } from 'zustand'
import { vaultWorkText } from '#contract/sales/vault-work.ts'
import { CallError, listen } from '../bridge.ts'
import { callQuery } from '../data/call-query.ts'
import { change } from '../data/change.ts'
import { queryClient } from '../data/query-client.ts'
import { text } from '../text/en.ts'
import { useNotices } from './notices.ts'
import { warnIfWeak } from './warn-if-weak.ts'

/** Why the vault's dialog is open: an action waits for it, or the user opened it. */
type UnlockRequest = {
  /** Why the passphrase is needed, as a sentence; absent when the user opened the dialog. */
  readonly reason?: string
  readonly settle: (opened: boolean) => void
}

type VaultStore = {
  readonly unlockRequest: UnlockRequest | undefined
  /** The passphrase that opened the vault is weaker than a new one may be. */
  readonly isPassphraseWeak: boolean
  /** Reports work that waits for the vault. @returns a function that stops it */
  readonly follow: () => () => void
  /** Opens the dialog that creates or unlocks the vault; returns whether it is open now. */
  readonly requestUnlock: (reason?: string) => Promise<boolean>
  /** Called by the dialog. */
  readonly submit: (passphrase: string) => Promise<void>
  readonly cancel: () => void
}

const stateOf = () => queryClient.getQueryData(callQuery('vault.status', null).queryKey)?.state

/** What waits for the vault, as sentences; empty where nothing does, or nobody knows. */
const waitingText = (): Promise<string> =>
  queryClient
    .fetchQuery(callQuery('vault.work', null))
    .then(vaultWorkText)
    .catch(() => '')

export const useVault = create<VaultStore>((set, get) => ({
  unlockRequest: undefined,
  isPassphraseWeak: false,
  follow: () => {
    let waiting: number | undefined
    let isLocked = false
    const dismiss = (): void => {
      if (waiting !== undefined) useNotices.getState().dismiss(waiting)
      waiting = undefined
    }
    const show = (message: string): void => {
      dismiss()
      waiting = useNotices.getState().notify('warn', message, {
        label: text.frame.vault.unlock,
        run: () => void get().requestUnlock(),
      })
    }
    const ends = [
      // Whoever locks it, and however: it may lock itself.
      listen('vault.changed', ({ state }) => {
        dismiss()
        isLocked = state === 'locked'
        if (!isLocked) return
        void waitingText().then((found) => {
          if (found !== '' && waiting === undefined && isLocked)
            show(`${text.frame.vault.locked}. ${found}`)
        })
      }),
      // The studio reports work that waits for the vault once, whichever view is open.
      listen('log.added', ({ kind, message, details }) => {
        if (kind === 'signing' && details['reason'] === 'vault_locked') show(message)
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
 * Runs work that may need the vault. If the vault is locked or has no passphrase yet, asks the user
 * and runs it again. Code that throws `vault_locked` has changed nothing.
 * @throws CallError `cancelled` when the user cancels
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
