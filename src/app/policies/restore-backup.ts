import { noBackupErrors } from '#contract/backups/errors.ts'
import { readDetails } from '#values/errors/error-rules.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Secret } from '#platform/secret/secret.ts'
import type { AsksForKeys } from './confirm-keys.ts'
import type { Policies } from './policies.ts'
import type { Wallets } from './wallets.ts'

type Restored<Of, Restore extends (...given: never[]) => Promise<object>> = {
  readonly of: Of
} & Awaited<ReturnType<Restore>>

/**
 * Restores whatever a backup holds: the keys of a policy, or the wallet of a studio.
 * @throws ColdpressError as `Policies.restore` and `Wallets.restore`
 */
export const restoreBackup = async (
  {
    policies,
    wallets,
  }: { readonly policies: Pick<Policies, 'restore'>; readonly wallets: Pick<Wallets, 'restore'> },
  file: Uint8Array,
  passphrase: Secret,
  asks: AsksForKeys,
): Promise<Restored<'policy', Policies['restore']> | Restored<'wallet', Wallets['restore']>> => {
  try {
    return { of: 'policy', ...(await policies.restore(file, passphrase, asks)) }
  } catch (error) {
    if (!isColdpressError(error)) throw error
    if (readDetails(noBackupErrors, 'format', error.details)?.inside !== 'wallet') throw error
    return { of: 'wallet', ...(await wallets.restore(file, passphrase, asks)) }
  }
}
