import type { VaultStatus } from '#keys/vault-schemas.ts'

export const isSameStatus = (vaultStatus: VaultStatus, other: VaultStatus | undefined): boolean =>
  vaultStatus.state === other?.state &&
  vaultStatus.backend === other.backend &&
  vaultStatus.note === other.note

/** The status after the process died or was locked. */
export const locked = (status: VaultStatus): VaultStatus =>
  status.state === 'unlocked' ? { ...status, state: 'locked' } : status
