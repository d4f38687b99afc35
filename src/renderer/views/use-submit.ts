import { useState } from 'react'
import type { ErrorInfo } from '#contract/window/call.ts'
import { errorInfoFrom } from '../bridge.ts'
import { attempt } from '../stores/notices.ts'

/**
 * Does what a form or a button is for, once at a time. What fails stays as `error`, except what the
 * user did not want after all.
 */
export const useSubmit = <A extends readonly unknown[]>(
  work: (...given: A) => Promise<unknown>,
) => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ErrorInfo>()
  const send = async (...given: A) => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await work(...given)
    } catch (error) {
      const info = errorInfoFrom(error)
      if (info.code !== 'cancelled') setError(info)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, send, clearError: () => setError(undefined) }
}

/** Like `useSubmit`, where there is no form to show an error in: what fails becomes a notice. */
export const useAction = <A extends readonly unknown[]>(
  work: (...given: A) => Promise<unknown>,
) => {
  const { isBusy, send } = useSubmit((...given: A) => attempt(() => work(...given)))
  return { isBusy, run: send }
}
