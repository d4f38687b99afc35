import { useEffect, useRef, useState } from 'react'
import type { FieldFault } from '../../../../shared/calls/collections.ts'
import type { MintForm } from '../../../../shared/calls/minting.ts'
import { call, failureOf } from '../../../bridge.ts'
import type { CollectionPlace } from '../../../stores/minting.ts'

const quietMs = 250

/** What the main process finds wrong with the form; asked again when nobody types for a moment. */
export const useMintCheck = (place: CollectionPlace, form: MintForm | undefined) => {
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const [failure, setFailure] = useState<string>()
  const lastQuestion = useRef(0)
  const asked = JSON.stringify({ place, form })
  const checkNow = async (): Promise<readonly FieldFault[]> => {
    if (form === undefined) return []
    const question = (lastQuestion.current += 1)
    const found = await call('minting.check', { ...place, form })
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
