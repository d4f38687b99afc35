import { MantineProvider } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { errorInfoOf } from './bridge.ts'
import { callQuery } from './data/call-query.ts'
import { queryClient } from './data/query-client.ts'
import { useIsOffline, useSettings } from './data/app.ts'
import { useEvents } from './stores/events.ts'
import { useImports } from './stores/imports.ts'
import { savedRoute, type Route, useNavigation } from './stores/navigation.ts'
import { theme } from './theme/theme.ts'
import { useAppearance } from './theme/appearance.ts'
import { text } from './text/en.ts'
import { Boundary } from './ui/boundary.tsx'
import { ErrorAlert } from './ui/error-alert.tsx'
import { CollectionView } from './views/collections/collection.tsx'
import { CollectionsView } from './views/collections/collections.tsx'
import { NewCollectionView } from './views/collections/new-collection.tsx'
import { EventsView } from './views/events/events.tsx'
import { Frame } from './views/frame/frame.tsx'
import { OfflineView } from './views/frame/offline-notice.tsx'
import { ImportView } from './views/import/import.tsx'
import { MintView } from './views/minting/minting.tsx'
import { PoliciesView } from './views/policies/policies.tsx'
import { SalePage } from './views/sales/sale-page.tsx'
import { SigningView } from './views/signing/signing.tsx'
import { SettingsView } from './views/settings/settings.tsx'
import { StartView } from './views/start/start.tsx'

/** The window: its frame at once, and where the user is as soon as what every view needs is there. */
export const App = () => {
  const scheme = useAppearance(useSettings().appearance)
  const [error, setError] = useState<string>()
  const [loaded, setLoaded] = useState(false)
  const load = () => {
    setError(undefined)
    loadAll().then(
      () => setLoaded(true),
      (error: unknown) => setError(errorInfoOf(error).message),
    )
  }
  useEffect(load, [])
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Boundary
        resetOn={undefined}
        fallback={(error, again) => <ErrorPage message={stopped(error)} onRetry={again} />}
      >
        <Frame>
          {error !== undefined && <ErrorPage message={error} onRetry={load} />}
          {loaded && <View />}
        </Frame>
      </Boundary>
    </MantineProvider>
  )
}

const stopped = (error: unknown): string => text.frame.stopped(errorInfoOf(error).message)

const ErrorPage = (error: { readonly message: string; readonly onRetry: () => void }) => (
  <div style={{ padding: 'var(--space-6)' }}>
    <ErrorAlert {...error} />
  </div>
)

const loadAll = async (): Promise<void> => {
  const [info] = await Promise.all([
    queryClient.fetchQuery(callQuery('app.info', null)),
    queryClient.fetchQuery(callQuery('app.settings', null)),
    queryClient.fetchQuery(callQuery('vault.status', null)),
    queryClient.fetchQuery(callQuery('accounts.list', null)),
    useImports.getState().load(),
    queryClient.fetchQuery(callQuery('signing.list', null)),
    useEvents.getState().loadUnread(),
  ])
  if (info.isFirstStart && savedRoute() === undefined)
    useNavigation.setState({ route: { view: 'start' } })
}

/** A view that fails leaves the frame standing, with its way to the others. */
const View = () => {
  const route = useNavigation((store) => store.route)
  const isOffline = useIsOffline()
  const ofServices = isOffline ? titlesOfServices[route.view] : undefined
  return (
    <Boundary
      resetOn={route}
      fallback={(error, again) => <ErrorPage message={stopped(error)} onRetry={again} />}
    >
      {ofServices === undefined ? viewOf(route) : <OfflineView title={ofServices} />}
    </Boundary>
  )
}

/** Views whose content is asked of a service, which nobody does offline; by what is said instead. */
const titlesOfServices: Partial<Readonly<Record<Route['view'], string>>> = {
  start: text.start.title,
  collections: text.frame.collections,
  collection: text.frame.collections,
  'new-collection': text.frame.collections,
  import: text.frame.import,
  mint: text.minting.title,
  sale: text.sales.part,
}

const viewOf = (route: Route): ReactNode => {
  switch (route.view) {
    case 'start':
      return <StartView />
    case 'collections':
      return <CollectionsView />
    case 'new-collection':
      return <NewCollectionView />
    case 'collection':
      return (
        <CollectionView
          key={route.collectionId}
          accountId={route.accountId}
          collectionId={route.collectionId}
          part={route.part}
        />
      )
    case 'import':
      return <ImportView route={route} />
    case 'mint':
      return (
        <MintView
          key={`${route.collectionId} ${route.mintId ?? ''}`}
          collectionRef={{ accountId: route.accountId, collectionId: route.collectionId }}
          mintId={route.mintId}
        />
      )
    case 'sale':
      return (
        <SalePage
          key={route.saleId}
          collectionRef={{ accountId: route.accountId, collectionId: route.collectionId }}
          saleId={route.saleId}
        />
      )
    case 'policies':
      return <PoliciesView policyId={route.policyId} tab={route.tab} />
    case 'signing':
      return <SigningView requestId={route.requestId} />
    case 'events':
      return <EventsView tab={route.tab} />
    case 'settings':
      return <SettingsView section={route.section} />
    default:
      return route satisfies never
  }
}
