import type { MintSummary, RoyaltyDetails } from '#contract/mints/calls.ts'

export type CollectionRef = { readonly accountId: string; readonly collectionId: string }

export const isSameCollection = (collectionRef: CollectionRef, other: CollectionRef): boolean =>
  collectionRef.accountId === other.accountId && collectionRef.collectionId === other.collectionId

export type MintRef = CollectionRef & { readonly mintId: string }

/** Its state may still change without the user. */
export const isActive = ({ status }: Pick<MintSummary, 'status'>): boolean =>
  status === 'awaiting_witnesses' || status === 'submitting' || status === 'minting'

/** Signatures are missing. The transactions of sales are counted with their sales. */
export const awaitsSignatures = ({ kind, status }: Pick<MintSummary, 'kind' | 'status'>): boolean =>
  status === 'awaiting_witnesses' && kind !== 'sale' && kind !== 'refund'

/** The payment has arrived, and its studio is about to mint the token. */
export const isRoyaltyPaid = ({
  status,
  confirmed,
  amount,
  paid,
}: Pick<RoyaltyDetails, 'status' | 'confirmed' | 'amount' | 'paid'>): boolean =>
  status === 'unpaid' && confirmed && amount === null && paid !== null && paid > 0

/** The royalty token must be minted first. */
export const awaitsRoyalty = (royalty: RoyaltyDetails | null | undefined): boolean =>
  royalty !== null && royalty !== undefined && royalty.status !== 'minted'

/** A mint may begin with the royalty token: it is neither minted nor on its way. */
export const canBeginMint = (status: RoyaltyDetails['status']): boolean =>
  status === 'unpaid' || status === 'awaiting_witnesses' || status === 'failed'
