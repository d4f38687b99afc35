import { MantineProvider } from '@mantine/core'
import { useEffect, useState } from 'react'
import { errorInfoOf } from './bridge.ts'
import { callQuery } from './data/call-query.ts'
import { queryClient } from './data/query-client.ts'
import { useIsOffline, useSettings } from './data/app.ts'
import { loadImports } from './stores/imports.ts'
import { followOpened } from './stores/opened.ts'
import { savedRoute, useNavigation } from './stores/navigation.ts'
import { routes } from './stores/routes.ts'
import { theme } from './theme/theme.ts'
import { text } from './text/en.ts'
import { Boundary } from './ui/boundary.tsx'
import { ErrorAlert } from './ui/error-alert.tsx'
import { Frame } from './views/frame/frame.tsx'
import { OfflineView } from './views/frame/offline-notice.tsx'
import { pageOf } from './views/pages.tsx'

/** The window: its frame at once, and the current view as soon as its common data is loaded. */
export const App = () => {
  const scheme = useAppearance(useSettings().appearance)
  const [error, setError] = useState<string>()
  const [loaded, setLoaded] = useState(false)
  // Not before the first view is decided, which would replace what was opened.
  useEffect(() => (loaded ? followOpened() : undefined), [loaded])
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
        fallback={(error, again) => <ErrorPage error={stopped(error)} onRetry={again} />}
      >
        <Frame>
          {error !== undefined && <ErrorPage error={error} onRetry={load} />}
          {loaded && <View />}
        </Frame>
      </Boundary>
    </MantineProvider>
  )
}

const stopped = (error: unknown): string => text.frame.stopped(errorInfoOf(error).message)

const ErrorPage = (error: { readonly error: string; readonly onRetry: () => void }) => (
  <div style={{ padding: 'var(--space-6)' }}>
    <ErrorAlert {...error} />
  </div>
)

const loadAll = async (): Promise<void> => {
  const [info] = await Promise.all([
    queryClient.fetchQuery(callQuery('app.info', null)),
    queryClient.fetchQuery(callQuery('app.settings', null)),
    queryClient.fetchQuery(callQuery('app.recentFolders', null)),
    queryClient.fetchQuery(callQuery('vault.status', null)),
    queryClient.fetchQuery(callQuery('accounts.list', null)),
    loadImports(),
    queryClient.fetchQuery(callQuery('signing.list', null)),
    queryClient.fetchQuery(callQuery('events.unread', null)),
  ])
  if (info.isFirstStart && savedRoute() === undefined)
    useNavigation.setState({ route: { view: 'start' } })
}

/** Keeps the frame and its navigation when a view fails. */
const View = () => {
  const route = useNavigation((store) => store.route)
  const isOffline = useIsOffline()
  const { title, needsService } = routes[route.view]
  return (
    <Boundary
      resetOn={route}
      fallback={(error, again) => <ErrorPage error={stopped(error)} onRetry={again} />}
    >
      {isOffline && needsService ? <OfflineView title={title} /> : pageOf(route)}
    </Boundary>
  )
}

const dark = window.matchMedia('(prefers-color-scheme: dark)')

/** The colour scheme; follows the system if the user chose that. */
const useAppearance = (wanted: 'system' | 'light' | 'dark'): 'light' | 'dark' => {
  const [system, setSystem] = useState(dark.matches)
  useEffect(() => {
    const change = () => setSystem(dark.matches)
    dark.addEventListener('change', change)
    return () => dark.removeEventListener('change', change)
  }, [])
  if (wanted !== 'system') return wanted
  return system ? 'dark' : 'light'
}
