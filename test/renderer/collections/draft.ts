import {
  type CollectionDraft,
  emptyCollectionDraft,
} from '#renderer/views/collections/new/draft.ts'

/** The empty form with some of it filled in. */
export const draftOf = (change: Partial<CollectionDraft>): CollectionDraft => ({
  ...emptyCollectionDraft,
  ...change,
})

/** A policy that a new key makes, unless the test says otherwise. */
export const policyOf = (
  change: Partial<CollectionDraft['policy']>,
): CollectionDraft['policy'] => ({
  ...emptyCollectionDraft.policy,
  ...change,
})

/** Everything that must be there. */
export const goodDraft = (change: Partial<CollectionDraft> = {}): CollectionDraft =>
  draftOf({
    name: 'Herbarium',
    payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
    policy: policyOf({ locks: false }),
    ...change,
  })
