import { useDebouncedValue } from '@mantine/hooks'
import type { MintForm } from '#shared/calls/minting.ts'
import type { CollectionRef } from '#renderer/data/minting.ts'
import { useCall } from '#renderer/data/use-call.ts'

/** Milliseconds without a change of the form before the estimate is asked for. */
const quietMs = 400

/** What the mint would cost as the form stands; undefined before anything can be known. */
export const useEstimate = (collectionRef: CollectionRef, form: MintForm) => {
  const [settled] = useDebouncedValue(form, quietMs)
  const { data, error, isPlaceholderData, refetch } = useCall(
    'minting.estimate',
    canEstimate(settled) ? { ...collectionRef, form: settled } : undefined,
    { keepsPrevious: true },
  )
  const isKnown = canEstimate(form) && data !== undefined
  return {
    estimate: isKnown ? data : undefined,
    /** Of the form as it is now, and not of how it was a moment ago. */
    isCurrent: settled === form && !isPlaceholderData,
    error: canEstimate(form) && error?.code !== 'cancelled' ? (error ?? undefined) : undefined,
    refetch,
  }
}

export type Estimate = ReturnType<typeof useEstimate>

const canEstimate = ({ tokens, to, funding }: MintForm): boolean =>
  tokens.length > 0 && to !== '' && (funding === 'own' || funding.address !== '')
