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
    const forget = (): void => {
      shown.delete(notification)
    }
    notification.on('click', () => {
      forget()
      present()
      onClick()
    })
    notification.on('close', forget)
    notification.on('failed', forget)
    notification.show()
    return true
  }
}
