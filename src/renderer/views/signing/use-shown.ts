import { useCallback, useEffect, useRef, useState } from 'react'
import type { ErrorInfo } from '#shared/calls/call.ts'
import type { ShownRequest } from '#shared/calls/signing.ts'
import { call, errorInfoOf } from '#renderer/bridge.ts'
import { useSigning } from '#renderer/stores/signing.ts'

/** One request, asked for again whenever it changes, and when a key may have come into the vault. */
export const useShown = (id: string) => {
  const changes = useSigning((store) => store.changes[id] ?? 0)
  const [shown, setShown] = useState<ShownRequest>()
  const [error, setError] = useState<ErrorInfo>()
  const asked = useRef(0)
  const load = useCallback(async (): Promise<void> => {
    asked.current += 1
    const question = asked.current
    try {
      const found = await call('signing.show', { id })
      if (question !== asked.current) return
      setShown(found)
      setError(undefined)
    } catch (error) {
      if (question === asked.current) setError(errorInfoOf(error))
    }
  }, [id])
  useEffect(() => {
    void load()
    return () => {
      asked.current += 1
    }
  }, [load, changes])
  return { shown, error, load }
}
