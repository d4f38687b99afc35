import type { CollectionDetails } from '#contract/collections/calls.ts'
import { restoreFromBin } from './bin.ts'
import { change } from '../data/change.ts'
import type { CollectionRef } from '../data/minting.ts'
import { text } from '../text/en.ts'
import { fromThisView } from './from-this-view.ts'
import { useQuestion } from './question.ts'
import { withVault } from './vault.ts'

const words = text.collections.detail

/** Deletes a collection with its tokens, then shows the others. */
export const askToRemoveCollection = async (
  collectionRef: CollectionRef,
  { name, isPractice }: CollectionDetails,
): Promise<void> => {
  const lead = fromThisView()
  const { withPolicy, isInBin } = await change('collections.remove', collectionRef)
  const { accountId, collectionId } = collectionRef
  lead({
    route: { view: 'collections' },
    done: isPractice ? words.removedPractice(name, withPolicy) : words.removed(name),
    // The deleted collection is not part of the way back.
    replaces: true,
    isSaid: true,
    ...(isInBin ? { undo: () => restoreFromBin(accountId, [collectionId]) } : {}),
  })
}

/** Deletes a practice collection at once, any other after a question. */
export const requestRemoval = async (
  collectionRef: CollectionRef,
  collection: CollectionDetails,
): Promise<void> => {
  if (collection.isPractice)
    await withVault(words.removePracticeReason, () =>
      askToRemoveCollection(collectionRef, collection),
    )
  else useQuestion.getState().ask({ about: 'collection', collectionRef, collection })
}
