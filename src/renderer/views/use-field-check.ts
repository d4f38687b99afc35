import { useEffect, useRef, useState } from 'react'
import type { FieldFault } from '../../shared/calls/collections.ts'
import { failureOf } from '../bridge.ts'

const quietMs = 250

/**
 * What the main process finds wrong with a form; asked again when nobody types for a moment.
 * @param asked text that differs whenever the answer may
 */
export const useFieldCheck = (
  asked: string,
  ask: () => Promise<readonly FieldFault[]>,
): {
  readonly faults: readonly FieldFault[]
  /** Why it could not be asked. */
  readonly failure: string | undefined
  /** Asks at once, for what stands in the form now. */
  readonly checkNow: () => Promise<readonly FieldFault[]>
} => {
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const [failure, setFailure] = useState<string>()
  const lastQuestion = useRef(0)
  const checkNow = async (): Promise<readonly FieldFault[]> => {
    const question = (lastQuestion.current += 1)
    const found = await ask()
    if (question === lastQuestion.current) {
      setFaults(found)
      setFailure(undefined)
    }
    return found
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      checkNow().catch((error: unknown) => setFailure(failureOf(error).message))
    }, quietMs)
    return () => {
      clearTimeout(timer)
      lastQuestion.current += 1
    }
    // The text holds all that is asked.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])
  return { faults, failure, checkNow }
}
