import { ColdpressError } from '../../../shared/errors.ts'
import type { Vault, VaultOptions, VaultStatus } from '../../../core/vault/vault.ts'
import type { Death, Port } from '../port.ts'

export type RemoteVaultOptions = Pick<
  VaultOptions,
  'home' | 'isDefaultHome' | 'backend' | 'scryptWorkFactor' | 'keychainTimeoutMs'
> & {
  readonly start: () => Port
  readonly autoLockMs: number
  /** Told of each change after the start, also when the vault locks itself. */
  readonly onStatus: (status: VaultStatus) => void
  readonly onDeath: (death: Death) => void
  /** Faults of the messages, never their contents. Default: standard error. */
  readonly log?: (line: string) => void
}

export const startRemoteVault = async (_options: RemoteVaultOptions): Promise<Vault> => {
  throw new ColdpressError('not_implemented', 'The keys process is being written.')
}
