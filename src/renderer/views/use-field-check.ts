import { useEffect, useRef, useState } from 'react'
import type { FieldError } from '#shared/calls/collections.ts'
import { errorInfoOf } from '../bridge.ts'

const quietMs = 250

/**
 * What the main process finds wrong with a form; asked again when nobody types for a moment.
 * @param asked text that differs whenever the answer may
 */
export const useFieldCheck = (
  asked: string,
  ask: () => Promise<readonly FieldError[]>,
): {
  readonly errors: readonly FieldError[]
  /** Why it could not be asked. */
  readonly error: string | undefined
  /** Asks at once, for what stands in the form now. */
  readonly checkNow: () => Promise<readonly FieldError[]>
} => {
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [error, setError] = useState<string>()
  const lastQuestion = useRef(0)
  const checkNow = async (): Promise<readonly FieldError[]> => {
    const question = (lastQuestion.current += 1)
    const found = await ask()
    if (question === lastQuestion.current) {
      setErrors(found)
      setError(undefined)
    }
    return found
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      checkNow().catch((error: unknown) => setError(errorInfoOf(error).message))
    }, quietMs)
    return () => {
      clearTimeout(timer)
      lastQuestion.current += 1
    }
    // The text holds all that is asked.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])
  return { errors, error, checkNow }
}
