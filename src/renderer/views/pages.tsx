import type { ReactNode } from 'react'
import type { Route, View } from '#renderer/stores/routes.ts'
import { BinView } from './bin/bin.tsx'
import { CollectionView } from './collections/collection.tsx'
import { CollectionsView } from './collections/collections.tsx'
import { NewCollectionView } from './collections/new-collection.tsx'
import { EventsView } from './events/events.tsx'
import { ImportView } from './import/import.tsx'
import { MintView } from './minting/minting.tsx'
import { PoliciesView } from './policies/policies.tsx'
import { SaleView } from './sales/sale.tsx'
import { SalesView } from './sales/sales-view.tsx'
import { SettingsView } from './settings/settings.tsx'
import { SigningView } from './signing/signing.tsx'
import { StartView } from './start/start.tsx'

/** The component of each route. A `key` resets a view for another collection, mint or sale. */
const pages: { readonly [V in View]: (route: Route<V>) => ReactNode } = {
  start: () => <StartView />,
  collections: () => <CollectionsView />,
  'new-collection': (route) => <NewCollectionView route={route} />,
  collection: ({ accountId, collectionId, part }) => (
    <CollectionView
      key={collectionId}
      accountId={accountId}
      collectionId={collectionId}
      part={part}
    />
  ),
  bin: () => <BinView />,
  import: (route) => <ImportView route={route} />,
  mint: ({ accountId, collectionId, mintId }) => (
    <MintView
      key={`${collectionId} ${mintId ?? ''}`}
      collectionRef={{ accountId, collectionId }}
      mintId={mintId}
    />
  ),
  sale: ({ accountId, collectionId, saleId }) => (
    <SaleView key={saleId} collectionRef={{ accountId, collectionId }} saleId={saleId} />
  ),
  sales: ({ tab }) => <SalesView tab={tab} />,
  policies: ({ policyId, tab }) => <PoliciesView policyId={policyId} tab={tab} />,
  signing: ({ requestId }) => <SigningView requestId={requestId} />,
  events: ({ tab }) => <EventsView tab={tab} />,
  settings: ({ section }) => <SettingsView section={section} />,
}

/** What the window shows at a route. */
export const viewOfRoute = <V extends View>(route: Route<V>): ReactNode => {
  const page: (route: Route<V>) => ReactNode = pages[route.view]
  return page(route)
}
