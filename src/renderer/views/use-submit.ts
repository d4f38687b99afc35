import { useState } from 'react'
import { errorInfoOf } from '../bridge.ts'

/** Does what a form is for. What fails stays to be said, except what the user did not want after all. */
export const useSubmit = (onSubmit: () => Promise<void>) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onSubmit()
    } catch (error) {
      const info = errorInfoOf(error)
      if (info.code !== 'cancelled') setError(info.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, send, clearError: () => setError(undefined) }
}
