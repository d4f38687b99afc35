import type { Collection } from '#contract/collections/collection.ts'
import { royaltyTermsOf, royaltyText } from '#contract/royalty/royalty-text.ts'
import type { RoyaltyConfirmation } from '#contract/mints/mint.ts'
import { confirm } from '#cli/terminal/confirmation.ts'
import type { Session } from '#cli/session.ts'
import { warnOfReceivers } from './warn-of-receivers.ts'

/** What a collection's royalty token will say; empty where the collection has none. */
export const shownTermsOf = (collection: Pick<Collection, 'royalty'>): RoyaltyConfirmation =>
  royaltyTermsOf(collection) ?? { rate: '', address: '' }

/**
 * Shows rate and address of a royalty and lets the user confirm them in words, once: its token is
 * minted when it is paid, without another question.
 * @param options.isConfirmed by `--yes`: only what speaks against its address is shown
 * @throws ColdpressError `cancelled` for any other answer, or none
 */
export const confirmRoyaltyInTerminal = async (
  session: Pick<Session, 'terminal'>,
  royalty: RoyaltyConfirmation,
  { isConfirmed, otherwise }: { readonly isConfirmed: boolean; readonly otherwise: string },
): Promise<void> => {
  warnOfReceivers(session, 'royalty address', royalty.address)
  if (isConfirmed) return
  session.terminal.warn(
    `The royalty: ${royaltyText(royalty)}.`,
    'Its rate and its address can never be changed once its token is minted. The token is minted as soon as it is paid for.',
  )
  await confirm(session, { word: 'royalty', to: 'confirm it', otherwise })
}
