import type { SigningEntry } from '#shared/calls/signing.ts'

/** Something is to be done with it here: to sign it, or to bring the answer away. */
export const isWaiting = ({ state }: SigningEntry): boolean =>
  state === 'waiting' || state === 'signed'

export const waitingIn = (entries: readonly SigningEntry[] | undefined): number =>
  entries?.filter(isWaiting).length ?? 0
