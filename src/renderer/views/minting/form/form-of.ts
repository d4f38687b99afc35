import type { CollectionFacts, TokenRow } from '../../../../shared/calls/collections.ts'
import type { MintForm, MintTerms } from '../../../../shared/calls/minting.ts'
import type { MintDraft } from '../../../stores/minting-form.ts'

/** The one address that income goes to; null when there are several, or none. */
export const payoutOf = ({ payout_address: payout }: CollectionFacts): string | null =>
  typeof payout === 'string' ? payout : null

/** Nobody has them, and nobody is getting them. */
export const openTokens = (tokens: readonly TokenRow[]): readonly TokenRow[] =>
  tokens.filter(({ status }) => status === 'OPEN' || status === 'FOR_SALE')

/** Who receives: a collection without a single payout address has no such choice. */
export const receiverOf = (draft: MintDraft, payout: string | null): MintDraft['to'] =>
  draft.to === 'payout' && payout === null ? 'other' : draft.to

export const formOf = (
  draft: MintDraft,
  collection: CollectionFacts,
  terms: MintTerms,
): MintForm => {
  const payout = payoutOf(collection)
  const addresses = {
    payout: payout ?? '',
    own: terms.funding.address,
    other: draft.address.trim(),
  }
  return {
    tokens: draft.tokens === 'all' ? 'all' : [...draft.picked],
    to: addresses[receiverOf(draft, payout)],
    funding: draft.funding === 'own' ? 'own' : { address: draft.payer.trim() },
    signers: draft.signers === undefined ? null : [...draft.signers],
    validForSeconds: Number(draft.validFor),
  }
}
