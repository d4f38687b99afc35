import { Notification } from 'electron'
import type { ServicesDeps } from '../services/services.ts'

/** Notifications of the system; a click brings the window to the front first. */
export const createNotify = (present: () => void): ServicesDeps['notify'] => {
  /** Those that may still be clicked: one that was collected as garbage would tell nobody. */
  const shown = new Set<Notification>()
  return ({ title, body, onClick }) => {
    if (!Notification.isSupported()) return false
    const notification = new Notification({ title, body })
    shown.add(notification)
    const release = (): void => {
      shown.delete(notification)
    }
    notification.on('click', () => {
      release()
      present()
      onClick()
    })
    notification.on('close', release)
    notification.on('failed', release)
    notification.show()
    return true
  }
}
