import type { Question } from '../services-deps.ts'
import type { ConfirmingContext } from './confirmations.ts'

type Account = {
  readonly kind: 'local' | 'hosted'
  readonly baseUrl: string
}

/**
 * Lets the user confirm what a hosted service signs with its own keys. The Local studio needs no
 * confirmation: it is on the devnet.
 * @throws ColdpressError as `Confirmations.ask`
 */
export const confirmHosted = async (
  { confirmations }: Pick<ConfirmingContext, 'confirmations'>,
  { kind, baseUrl }: Account,
  { question, facts, yes }: Question,
): Promise<void> => {
  if (kind === 'local') return
  await confirmations.ask({
    question,
    facts: [`Signed by the service at ${new URL(baseUrl).origin}`, ...facts],
    yes,
  })
}
