import type { z } from 'zod'
import type { ProcessClientOf } from '#transport/process/operations.ts'
import type { vaultOperations } from '../operations.ts'
import type { vaultOptions, VaultStatus } from '../vault-schemas.ts'

/** The only holder of secrets: in this process, or in one of its own. */
export type Vault = ProcessClientOf<typeof vaultOperations> & {
  status(): VaultStatus
  /** Wipes the identity from memory. Nothing signs until `unlock`. */
  lock(): void
  /** Locks, and stops the timer. */
  close(): void
}

export type VaultOptions = Readonly<z.output<typeof vaultOptions>> & {
  /** Called each time the identity is wiped from memory, including auto-lock. */
  readonly onLock?: () => void
  readonly now?: () => Date
}
