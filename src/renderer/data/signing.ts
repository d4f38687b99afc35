import type { SigningEntry } from '#contract/signing/calls.ts'

/** The user has to sign it, or to return its signatures. */
export const isWaitingRequest = ({ state }: SigningEntry): boolean =>
  state === 'waiting' || state === 'signed'

export const waitingIn = (entries: readonly SigningEntry[] | undefined): number =>
  entries?.filter(isWaitingRequest).length ?? 0
