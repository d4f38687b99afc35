import type { ListedSigningEntry, SigningEntry } from '#contract/signing/calls.ts'

/** The user has to sign it, or to return its signatures. */
export const isWaitingRequest = ({ state }: SigningEntry): boolean =>
  state === 'waiting' || state === 'signed'

/** It waits for a key that is not in this vault. */
export const isForAnotherVault = ({ state, canSign }: ListedSigningEntry): boolean =>
  state === 'waiting' && !canSign

/** How many this vault can do something about. */
export const waitingIn = (entries: readonly ListedSigningEntry[] | undefined): number =>
  entries?.filter((entry) => isWaitingRequest(entry) && !isForAnotherVault(entry)).length ?? 0
