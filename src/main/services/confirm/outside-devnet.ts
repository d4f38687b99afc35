import type { Account } from '#app/accounts/accounts.ts'
import type { Asks, Question } from '#app/asks.ts'
import { signerText } from '#app/signing/signature-question.ts'
import type { ConfirmingContext } from './confirmations.ts'

type Confirming = Pick<ConfirmingContext, 'confirmations'>

/**
 * Asks outside the page; nothing on the devnet, where all of it costs nothing.
 * @param account.chain left out where the question is about no chain
 */
export const asksOutsidePage = (
  { confirmations }: Confirming,
  { chain }: Pick<Account, 'chain'> = {},
): Asks => ({
  canConfirm: () => undefined,
  shows: () => chain !== 'devnet',
  confirm: async (question) => {
    if (chain !== 'devnet') await confirmations.ask(question)
  },
})

/**
 * Lets the user confirm what is signed for an account, by a hosted service or with the keys of this
 * computer. On the devnet nothing has to be confirmed.
 * @throws ColdpressError as `Confirmations.ask`
 */
export const confirmOutsideDevnet = (
  context: Confirming,
  account: Pick<Account, 'chain' | 'baseUrl'>,
  question: Question,
): Promise<void> =>
  asksOutsidePage(context, account).confirm({
    ...question,
    lines: [signerText(account), ...question.lines],
  })
