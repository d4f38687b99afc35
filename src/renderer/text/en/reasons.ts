import { limits } from '#values/bounds/limits.ts'
import { numberText } from '#values/text/format.ts'

/** Why something cannot be done with a collection or its tokens. */
export const reasons = {
  unknown: 'The service has not answered yet.',
  elsewhere: 'The service of this collection does not offer it.',
  policyLocked:
    'The policy of this collection is locked. Nothing can be minted, sold or burned under it any more.',
  noTokens: 'This collection has no tokens yet.',
  noneOpen: 'All tokens are minted, being minted or reserved.',
  noneMinted: 'None of the tokens is minted.',
  tooMany: `One payment link holds at most ${numberText(limits.tokensPerSale)} tokens. Select fewer.`,
  royaltyFirst: 'The royalty token has to be minted first.',
  noRoyaltyDue: 'No royalty has to be paid for.',
  keysElsewhere: 'The keys of the policy are on other computers.',
  keysHere: 'Your vault has the keys of the policy already.',
  noBackupDue: 'No backup is needed.',
  tokensInUse: 'Its service keeps a collection with tokens that are minted, sold or reserved.',
}
