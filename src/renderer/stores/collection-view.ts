import { create } from 'zustand'
import { type CollectionRef, isSameCollection } from '../data/minting.ts'
import { collectionOf, useNavigation } from './navigation.ts'
import type { Route } from './routes.ts'

/** What is shown of a collection: its tokens (default), its mints, its sales, or what was sold. */
export type CollectionPart = NonNullable<Extract<Route, { readonly view: 'collection' }>['part']>

/** Shows a part of a collection. It is no step of the user's way: back leads out of the collection. */
export const showPart = (collectionRef: CollectionRef, part: CollectionPart | undefined): void =>
  useNavigation.setState({
    route: { view: 'collection', ...collectionRef, ...(part === undefined ? {} : { part }) },
  })

/** A dialog of a collection's view. */
export type CollectionDialog =
  | 'royalty'
  | 'price'
  | 'share'
  | 'shop'
  | 'sell'
  | 'rehearse'
  | 'export'
  | 'edit'
  | 'payout'

type CollectionDialogStore = {
  readonly opened:
    | { readonly collectionRef: CollectionRef; readonly dialog: CollectionDialog }
    | undefined
  readonly open: (collectionRef: CollectionRef, dialog: CollectionDialog) => void
  readonly close: () => void
}

/** The open dialog of a collection's view, which a menu elsewhere may have asked for. */
export const useCollectionDialog = create<CollectionDialogStore>((set) => {
  const close = () => set({ opened: undefined })
  // The next visit begins without it.
  useNavigation.subscribe(({ route }) => {
    if (route.view !== 'collection') close()
  })
  return {
    opened: undefined,
    open: (collectionRef, dialog) => set({ opened: { collectionRef, dialog } }),
    close,
  }
})

/** What a step of a collection's way opens: a view, a part of the collection, a dialog, or a mint. */
export type WayTarget =
  | 'import'
  | 'royalty'
  | 'mint'
  | 'mints'
  | 'price'
  | 'share'
  | 'sell'
  | 'sales'
  | 'policy'
  | { readonly mintId: string }

/** Opens it from wherever the user is. */
export const openWayTarget = (
  target: WayTarget,
  collectionRef: CollectionRef,
  policyId: string,
): void => {
  const route = wayRoute(target, collectionRef, policyId)
  if (target === 'royalty' || target === 'price' || target === 'share' || target === 'sell')
    openDialog(target, collectionRef, route)
  else if (isShown(collectionRef) && (target === 'mints' || target === 'sales'))
    showPart(collectionRef, target)
  else useNavigation.getState().go(route)
}

/** Opens a dialog over a collection's tokens from wherever the user is. */
export const openCollectionDialog = (
  dialog: CollectionDialog,
  collectionRef: CollectionRef,
): void => openDialog(dialog, collectionRef, { view: 'collection', ...collectionRef })

const openDialog = (dialog: CollectionDialog, collectionRef: CollectionRef, route: Route): void => {
  if (!isShown(collectionRef)) useNavigation.getState().go(route)
  useCollectionDialog.getState().open(collectionRef, dialog)
}

const isShown = (collectionRef: CollectionRef): boolean => {
  const { route } = useNavigation.getState()
  const here = collectionOf(route)
  return route.view === 'collection' && here !== undefined && isSameCollection(here, collectionRef)
}

/** The view of a step, or the one whose dialog it opens. */
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
    case 'price':
    case 'share':
      return { view: 'collection', ...collectionRef }
    case 'policy':
      return { view: 'policies', policyId }
    default:
      return target satisfies never
  }
}
