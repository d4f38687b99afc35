import { royaltyText } from '#contract/royalty/royalty-text.ts'
import type { RoyaltyConfirmation } from '#contract/mints/mint.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import type { Question } from '../asks.ts'

export const confirmRoyaltyQuestion = (
  collectionId: string,
  terms: RoyaltyConfirmation,
): Question => ({
  kind: 'confirm_royalty',
  question: 'Confirm a royalty?',
  lines: [
    `Collection: ${collectionId}`,
    `Royalty: ${royaltyText(terms)}`,
    ...receiverWarnings('royalty address', [terms.address]),
    'It can never be changed once its token is minted.',
  ],
  yes: 'Confirm the royalty',
})

export const mintRoyaltyQuestion = (collectionId: string): Question => ({
  kind: 'mint_royalty',
  question: 'Mint a royalty token?',
  lines: [`Collection: ${collectionId}`, 'A royalty token cannot be changed once it is minted.'],
  yes: 'Mint the token',
})
