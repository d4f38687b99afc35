import { useEffect } from 'react'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'

/**
 * Excludes the window from screenshots from before the secret is requested until the dialog closes.
 */
export const useProtectedWindow = (): void => {
  useEffect(() => {
    void attempt(() => call('app.protect', { on: true }))
    return () => {
      void attempt(() => call('app.protect', { on: false }))
    }
  }, [])
}

/** A hidden window shows no secret when it is shown again. */
export const useWhenHidden = (onHide: () => void): void => {
  useEffect(() => {
    const check = () => {
      if (document.hidden) onHide()
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [onHide])
}
