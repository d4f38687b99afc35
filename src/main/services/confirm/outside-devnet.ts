import type { Account } from '#app/accounts/accounts.ts'
import type { Question } from '../services-deps.ts'
import type { ConfirmingContext } from './confirmations.ts'

/**
 * Lets the user confirm what is signed for an account, by a hosted service or with the keys of this
 * computer. On the devnet nothing has to be confirmed: it costs nothing.
 * @throws ColdpressError as `Confirmations.ask`
 */
export const confirmOutsideDevnet = async (
  { confirmations }: Pick<ConfirmingContext, 'confirmations'>,
  account: Pick<Account, 'chain' | 'baseUrl'>,
  { question, facts, yes }: Question,
): Promise<void> => {
  if (account.chain === 'devnet') return
  await confirmations.ask({ question, facts: [signedBy(account), ...facts], yes })
}

const signedBy = ({ chain, baseUrl }: Pick<Account, 'chain' | 'baseUrl'>): string =>
  chain === undefined
    ? `Signed by the service at ${new URL(baseUrl).origin}`
    : `Signed with the keys of this computer, for ${chain}`
