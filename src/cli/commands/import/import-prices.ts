import { countText } from '#values/text/format.ts'
import type { Plan } from '#app/imports/plan/plan-types.ts'
import { requireOpenVault } from '#keys/vault/require-open-vault.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'

/**
 * The vault seals the prices of the Local studio, and nothing is sold at a price without its seal.
 * @returns a check of a plan, which throws `vault_locked` where a passphrase can be had, and warns
 * where not
 */
export const sealCheck = async (
  session: Session,
): Promise<(plan: Pick<Plan, 'counts'>) => void> => {
  const app = await session.app()
  const isLocal = app.accounts.get(session.account).kind === 'local'
  return ({ counts: { priced } }) => {
    if (!isLocal || priced === 0 || app.vault.status().state === 'unlocked') return
    if (session.hasPassphrase) requireOpenVault(app)
    session.terminal.warn(
      `The vault is locked, so ${countText(priced, 'price is', 'prices are')} unconfirmed: nothing is sold at ${priced === 1 ? 'it' : 'them'} before you confirm with: ${hint('studio confirm')}`,
    )
  }
}
