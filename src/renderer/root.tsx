import { MantineProvider } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorInfoFrom } from './bridge.ts'
import { callQuery } from './data/call-query.ts'
import { queryClient } from './data/query-client.ts'
import { useIsOffline, useSettings } from './data/app.ts'
import { loadImports } from './stores/imports.ts'
import { followOpened } from './stores/opened.ts'
import { stepForError } from './stores/error-steps.ts'
import { savedRoute, useNavigation } from './stores/navigation.ts'
import { routes } from './stores/routes.ts'
import { theme } from './theme/theme.ts'
import { text } from './text/en.ts'
import { Boundary } from './ui/boundary.tsx'
import { ErrorAlert, ErrorSteps } from './ui/error-alert.tsx'
import { Page } from './ui/page.tsx'
import { Frame } from './views/frame/frame.tsx'
import { OfflineView } from './views/frame/offline-notice.tsx'
import type * as Pages from './views/pages.tsx'

type PageOf = (typeof Pages)['viewOfRoute']

/** The window: its frame at once, and the current view as soon as its code and common data are loaded. */
export const Root = () => {
  const scheme = useAppearance(useSettings().appearance)
  const { data: pageOf, error, refetch } = useQuery(startQuery)
  const isLoaded = pageOf !== undefined
  // Not before the first view is decided, which would replace what was opened.
  useEffect(() => (isLoaded ? followOpened() : undefined), [isLoaded])
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Boundary
        resetOn={undefined}
        fallback={(error, again) => <StoppedPage error={error} onRetry={again} />}
      >
        <ErrorSteps value={stepForError}>
          <Frame>
            {error !== null && (
              <Page title={text.common.app}>
                <ErrorAlert error={error.message} onRetry={() => void refetch()} />
              </Page>
            )}
            {isLoaded && <View pageOf={pageOf} />}
          </Frame>
        </ErrorSteps>
      </Boundary>
    </MantineProvider>
  )
}

const StoppedPage = ({
  title = text.common.app,
  error,
  onRetry,
}: {
  readonly title?: string
  readonly error: unknown
  readonly onRetry: () => void
}) => (
  <Page title={title}>
    <ErrorAlert
      error={text.frame.stopped}
      reason={errorInfoFrom(error).message}
      onRetry={onRetry}
    />
  </Page>
)

/** What every view needs, fetched once, and the code of the views; then the first view is known. */
const startQuery = queryOptions({
  queryKey: ['start'],
  queryFn: async () => {
    const [{ viewOfRoute: pageOf }, info] = await Promise.all([
      // Two fifths of the window's code, which the frame is painted without.
      import('./views/pages.tsx'),
      queryClient.fetchQuery(callQuery('app.info', null)),
      queryClient.fetchQuery(callQuery('app.settings', null)),
      queryClient.fetchQuery(callQuery('app.recentFolders', null)),
      queryClient.fetchQuery(callQuery('vault.status', null)),
      queryClient.fetchQuery(callQuery('accounts.list', null)),
      loadImports(),
      queryClient.fetchQuery(callQuery('signing.list', null)),
      queryClient.fetchQuery(callQuery('events.unread', null)),
    ])
    const { route } = useNavigation.getState()
    if (info.offline && routes[route.view].needsService)
      useNavigation.setState({ route: { view: 'signing' } })
    else if (info.isFirstStart && savedRoute() === undefined)
      useNavigation.setState({ route: { view: 'start' } })
    return pageOf
  },
  staleTime: Infinity,
})

/** Keeps the frame and its navigation when a view fails. */
const View = ({ pageOf }: { readonly pageOf: PageOf }) => {
  const route = useNavigation((store) => store.route)
  const isOffline = useIsOffline()
  const { title, needsService } = routes[route.view]
  return (
    <Boundary
      resetOn={route}
      fallback={(error, again) => <StoppedPage title={title} error={error} onRetry={again} />}
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
