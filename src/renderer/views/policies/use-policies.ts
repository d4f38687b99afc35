import { useCallback, useEffect, useState } from 'react'
import { failureOf } from '../../bridge.ts'
import { usePolicies } from '../../stores/policies.ts'

/** The policies, asked for anew when a view opens; what was known before is shown meanwhile. */
export const useLoadedPolicies = () => {
  const { policies, load } = usePolicies()
  const [fault, setFault] = useState<string>()
  const reload = useCallback(() => {
    setFault(undefined)
    load().catch((error: unknown) => setFault(failureOf(error).message))
  }, [load])
  useEffect(reload, [reload])
  return { policies, fault, reload }
}
