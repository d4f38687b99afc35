import type { CollectionRef } from '#renderer/data/minting.ts'
import type { Route } from '#renderer/stores/routes.ts'
import type { WayTarget } from './way-of.ts'

/**
 * The view of a step. The dialogs that pay for the royalty and that sell belong to the collection's
 * view, so a step that opens one leads there.
 */
export const wayRoute = (
  target: WayTarget,
  collectionRef: CollectionRef,
  policyId: string,
): Route => {
  if (typeof target === 'object') return { view: 'mint', ...collectionRef, mintId: target.mintId }
  switch (target) {
    case 'import':
    case 'mint':
      return { view: target, ...collectionRef }
    case 'mints':
      return { view: 'collection', ...collectionRef, part: target }
    case 'sell':
    case 'sales':
      return { view: 'collection', ...collectionRef, part: 'sales' }
    case 'royalty':
      return { view: 'collection', ...collectionRef }
    case 'policy':
      return { view: 'policies', policyId }
    default:
      return target satisfies never
  }
}
