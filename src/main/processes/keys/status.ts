import type { VaultStatus } from '#core/vault/vault.ts'

export const isSameStatus = (one: VaultStatus, other: VaultStatus | undefined): boolean =>
  one.state === other?.state && one.backend === other.backend && one.note === other.note

/** What is left of it when the process that held the identity is gone, or was told to forget it. */
export const locked = (status: VaultStatus): VaultStatus =>
  status.state === 'unlocked' ? { ...status, state: 'locked' } : status
