import type { CollectionFacts, TokenRow } from '#shared/calls/collections.ts'
import type { MintForm, MintTerms } from '#shared/calls/minting.ts'
import type { MintDraft } from '#renderer/stores/minting-form.ts'

/** The one address that income goes to; null when there are several, or none. */
export const payoutOf = ({
  payout_address: payout,
}: Pick<CollectionFacts, 'payout_address'>): string | null =>
  typeof payout === 'string' ? payout : null

/** Nobody has them, and nobody is getting them. */
export const openTokens = (tokens: readonly TokenRow[]): readonly TokenRow[] =>
  tokens.filter(({ status }) => status === 'OPEN' || status === 'FOR_SALE')

/** Who receives: a collection without a single payout address has no such choice. */
export const receiverOf = (draft: MintDraft, payout: string | null): MintDraft['to'] =>
  draft.to === 'payout' && payout === null ? 'other' : draft.to

/** Those that the form shows as chosen; where there is nothing to choose, the service knows. */
const signersOf = ({ signers }: MintDraft, { policy }: MintTerms): string[] | null => {
  if (signers !== undefined) return [...signers]
  return policy.hasChoice && policy.suggested.length > 0 ? policy.suggested : null
}

/** @param payout as {@link payoutOf} tells it */
export const formOf = (draft: MintDraft, payout: string | null, terms: MintTerms): MintForm => {
  const addresses = {
    payout: payout ?? '',
    own: terms.funding.address,
    other: draft.address.trim(),
  }
  return {
    tokens: draft.tokens === 'all' ? 'all' : [...draft.picked],
    to: addresses[receiverOf(draft, payout)],
    funding: draft.funding === 'own' ? 'own' : { address: draft.payer.trim() },
    signers: signersOf(draft, terms),
    validForSeconds: Number(draft.validFor),
  }
}
