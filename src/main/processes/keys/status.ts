import type { VaultStatus } from '#keys/vault-schemas.ts'

export const isSameStatus = (one: VaultStatus, other: VaultStatus | undefined): boolean =>
  one.state === other?.state && one.backend === other.backend && one.note === other.note

/** The status after the process died or was locked. */
export const locked = (status: VaultStatus): VaultStatus =>
  status.state === 'unlocked' ? { ...status, state: 'locked' } : status
