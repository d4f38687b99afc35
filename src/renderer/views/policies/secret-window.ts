import { useEffect } from 'react'
import { call } from '#renderer/bridge.ts'
import { attempt } from '#renderer/stores/notices.ts'

/** From before the secret is asked for until the dialog is gone: no image of it can be taken. */
export const useProtectedWindow = (): void => {
  useEffect(() => {
    void attempt(() => call('app.protect', { on: true }))
    return () => {
      void attempt(() => call('app.protect', { on: false }))
    }
  }, [])
}

/** A window that is put away shows nothing when somebody else brings it back. */
export const useWhenHidden = (onHide: () => void): void => {
  useEffect(() => {
    const check = () => {
      if (document.hidden) onHide()
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [onHide])
}
