import { useDebouncedValue } from '@mantine/hooks'
import type { CallInput } from '#contract/window/calls.ts'
import { useCall } from '#renderer/data/use-call.ts'

/** Milliseconds without a change of the form before the estimate is asked for. */
const quietMs = 400

/**
 * What a mint or a burn would cost as its form stands.
 * @param form the same object for as long as nothing in it changes
 * @param inputOf undefined before anything can be known
 */
export const useEstimate = <N extends 'minting.estimate' | 'minting.estimateBurn', F>(
  name: N,
  form: F,
  inputOf: (form: F) => CallInput<N> | undefined,
) => {
  const [settled] = useDebouncedValue(form, quietMs)
  const { data, error, isPlaceholderData, refetch } = useCall(name, inputOf(settled), {
    keepsPrevious: true,
  })
  const isKnown = inputOf(form) !== undefined
  return {
    estimate: isKnown ? data : undefined,
    /** Of the form as it is now, and not of how it was a moment ago. */
    isCurrent: settled === form && !isPlaceholderData,
    error: isKnown && error?.code !== 'cancelled' ? (error ?? undefined) : undefined,
    refetch,
  }
}

export type ShownEstimate = ReturnType<typeof useEstimate<'minting.estimate', unknown>>
