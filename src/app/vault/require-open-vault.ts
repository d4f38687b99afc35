import { ColdpressError } from '#values/errors/errors.ts'
import type { Vault } from '#keys/vault/vault.ts'

/**
 * A studio would park what a locked vault cannot sign, and forget with its process what it cannot
 * seal.
 * @throws ColdpressError `vault_locked`
 */
export const requireOpenVault = ({ vault }: { readonly vault: Pick<Vault, 'status'> }): void => {
  if (vault.status().state === 'unlocked') return
  throw new ColdpressError(
    'vault_locked',
    'The vault is locked, so its keys cannot sign. Unlock it; nothing was changed.',
  )
}

type Accounts = { readonly get: (accountId: string) => { readonly kind: string } }

/**
 * Before a change of what the Local studio pays, mints or sells: only the vault's seal makes it count.
 * @throws ColdpressError `vault_locked`
 */
export const requireSealing = (
  app: { readonly accounts: Accounts; readonly vault: Pick<Vault, 'status'> },
  accountId: string,
): void => {
  if (app.accounts.get(accountId).kind === 'local') requireOpenVault(app)
}
