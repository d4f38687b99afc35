import { useMutation } from '@tanstack/react-query'
import type { CallError } from '../bridge.ts'
import { asCallError } from '../data/call-query.ts'

/** What a test of a connection has come to; a failure that the user wanted is none. */
export type ConnectionTest = {
  readonly isRunning: boolean
  /** What the test answered. */
  readonly result: string | undefined
  readonly error: CallError | undefined
}

/** @returns the newest test, and a function that starts another; the answers to older ones are dropped */
export const useConnectionTest = (
  work: () => Promise<string>,
): { readonly test: ConnectionTest; readonly start: () => void } => {
  const { isPending, data, error, mutate } = useMutation({
    mutationFn: () => asCallError(work()),
  })
  const failed = error === null || error.code === 'cancelled' ? undefined : error
  return { test: { isRunning: isPending, result: data, error: failed }, start: () => mutate() }
}
