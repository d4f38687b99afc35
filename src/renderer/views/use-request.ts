import { useEffect, useState } from 'react'
import type { ErrorInfo } from '#shared/calls/call.ts'
import { errorInfoOf } from '../bridge.ts'

export type Answer<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'failed'; readonly error: ErrorInfo }

/**
 * Asks when the part appears and whenever `key` changes; an answer that comes after a newer
 * question, or after the part is gone, is dropped. `ask` is told how often it was asked again.
 */
export const useRequest = <T>(key: string, request: (again: number) => Promise<T>) => {
  const [answer, setAnswer] = useState<Answer<T>>({ state: 'waiting' })
  const [again, setAgain] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setAnswer({ state: 'waiting' })
    const settle = (settled: Answer<T>) => {
      if (isCurrent) setAnswer(settled)
    }
    request(again).then(
      (value) => settle({ state: 'there', value }),
      (error: unknown) => settle({ state: 'failed', error: errorInfoOf(error) }),
    )
    return () => {
      isCurrent = false
    }
    // `ask` is made at each render; what it answers depends on the key alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, again])
  return { answer, retry: () => setAgain((before) => before + 1) }
}
