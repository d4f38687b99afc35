import { ColdpressError } from '#shared/errors.ts'
import type { Core } from '#core/index.ts'

/**
 * The studio would park what a locked vault cannot sign, without a dialog that says so.
 * @throws ColdpressError `vault_locked`
 */
export const requireOpenVault = ({ vault }: Pick<Core, 'vault'>): void => {
  if (vault.status().state === 'unlocked') return
  throw new ColdpressError(
    'vault_locked',
    'The vault is locked, so its keys cannot sign. Unlock it; nothing was changed.',
  )
}
