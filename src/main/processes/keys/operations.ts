import { vaultOperations } from '#keys/operations.ts'
import { vaultOptions, vaultStatus } from '#keys/vault-schemas.ts'
import { nothing } from '#transport/process/fields.ts'

/** What the main process asks of the keys process: the vault's functions, after `open`. */
export const keysOperations = {
  ...vaultOperations,
  open: { input: vaultOptions, output: vaultStatus },
  /** Locking is instant: a process that has not confirmed by then hangs. */
  lock: { input: nothing, output: nothing, timeoutMs: 10_000 },
} as const

/** What the keys process reports. */
export const keysEvents = {
  status: { input: vaultStatus, output: nothing },
} as const
