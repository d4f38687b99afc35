import { QueryClient } from '@tanstack/react-query'
import type { CallError } from '../bridge.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
  }
}

/**
 * Caches answers of the main process. Calls need no network, so they do not wait for the browser to
 * report one (`networkMode`; with `--offline` every view would wait for ever). They are not
 * retried: the main process has its own retries, and the user a button.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchIntervalInBackground: true,
    },
  },
})
