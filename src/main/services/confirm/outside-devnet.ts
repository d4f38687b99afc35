import type { Account } from '#app/accounts/accounts.ts'
import type { Asks, QuestionKind } from '#app/asks.ts'
import type { ConfirmingContext } from './confirmations.ts'

/** Not about money: what is on chain differs from what was entered, on the devnet too. */
const asksEverywhere: ReadonlySet<QuestionKind> = new Set(['keep_royalty'])

/**
 * Asks outside the page; nothing on the devnet, where all of it costs nothing.
 * @param account.chain left out where the question is about no chain
 */
export const asksOutsidePage = (
  { confirmations }: Pick<ConfirmingContext, 'confirmations'>,
  { chain }: Pick<Account, 'chain'> = {},
): Asks => {
  const shows = (kind: QuestionKind): boolean => chain !== 'devnet' || asksEverywhere.has(kind)
  return {
    canConfirm: () => undefined,
    shows,
    confirm: async (question) => {
      if (shows(question.kind)) await confirmations.ask(question)
    },
  }
}
