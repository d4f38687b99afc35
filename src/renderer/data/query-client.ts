import { QueryClient } from '@tanstack/react-query'
import type { CallError } from '../bridge.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
  }
}

/**
 * Holds what the main process answered. A call is answered on this machine, so it neither waits for
 * the browser to report a network (`networkMode`; under `--offline` every view would wait for ever)
 * nor is it repeated after a failure: the main process has its own retries, and the user a button.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchIntervalInBackground: true,
    },
  },
})
