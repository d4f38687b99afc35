import { vaultOperations } from '#keys/operations.ts'
import { vaultOptions, vaultStatusField } from '#keys/vault-schemas.ts'
import { nothingField } from '#transport/process/fields.ts'

/** What the main process asks of the keys process: the vault's functions, after `open`. */
export const keysOperations = {
  ...vaultOperations,
  open: { input: vaultOptions, output: vaultStatusField },
  /** Locking is instant: a process that has not confirmed by then hangs. */
  lock: { input: nothingField, output: nothingField, timeoutMs: 10_000 },
} as const

/** What the keys process reports. */
export const keysEvents = {
  status: { input: vaultStatusField, output: nothingField },
} as const
