import type { MintSummary, RoyaltyFacts } from '#shared/calls/minting.ts'

export type CollectionRef = { readonly accountId: string; readonly collectionId: string }
export type MintRef = CollectionRef & { readonly mintId: string }

/** Its state may still change without the user. */
export const isActive = ({ status }: Pick<MintSummary, 'status'>): boolean =>
  status === 'awaiting_witnesses' || status === 'submitting' || status === 'minting'

/** Signatures are missing. The transactions of sales are counted with their sales. */
export const awaitsSignatures = ({ kind, status }: Pick<MintSummary, 'kind' | 'status'>): boolean =>
  status === 'awaiting_witnesses' && kind !== 'sale' && kind !== 'refund'

/** The royalty token must be minted first. */
export const awaitsRoyalty = (royalty: RoyaltyFacts | null | undefined): boolean =>
  royalty !== null && royalty !== undefined && royalty.status !== 'minted'
