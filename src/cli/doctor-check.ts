import { errorTable, isColdpressError, messageOf } from '../shared/errors.ts'
import { isOfflineFault } from '../core/offline/offline.ts'

/** `warning` is worth knowing and stops nothing. */
export type Check = {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'fault'
  readonly message: string
  readonly exit: number
}

export const ok = (name: string, message: string): Check => ({
  name,
  state: 'ok',
  message,
  exit: 0,
})
export const warning = (name: string, message: string): Check => ({
  name,
  state: 'warning',
  message,
  exit: 0,
})
export const fault = (name: string, message: string, exit: number): Check => ({
  name,
  state: 'fault',
  message,
  exit,
})

/** What is not asked offline is no fault. */
export const faultOf = (name: string, error: unknown): Check =>
  isOfflineFault(error)
    ? warning(name, 'Not asked: Coldpress was started offline.')
    : fault(name, messageOf(error), isColdpressError(error) ? errorTable[error.code].exit : 1)
