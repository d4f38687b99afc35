import { type Draft, useNewCollection } from '#renderer/stores/new-collection.ts'

/** The empty form with some of it filled in. */
export const draftOf = (change: Partial<Draft>): Draft => ({
  ...useNewCollection.getInitialState().draft,
  ...change,
})

/** Everything that must be there. */
export const goodDraft = (change: Partial<Draft> = {}): Draft =>
  draftOf({
    name: 'Herbarium',
    payout: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
    locks: false,
    ...change,
  })
