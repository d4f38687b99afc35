import { errorTable, isColdpressError } from '#values/errors/errors.ts'
import { messageWithAdvice } from '#cli/terminal/error-advice.ts'
import { isOfflineError } from '#platform/offline/offline.ts'

/** `warnCheck` is worth knowing and stops nothing. */
export type DoctorCheck = {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'error'
  readonly message: string
  readonly exit: number
}

export const ok = (name: string, message: string): DoctorCheck => ({
  name,
  state: 'ok',
  message,
  exit: 0,
})
export const warnCheck = (name: string, message: string): DoctorCheck => ({
  name,
  state: 'warning',
  message,
  exit: 0,
})
export const errorCheck = (name: string, message: string, exit: number): DoctorCheck => ({
  name,
  state: 'error',
  message,
  exit,
})

/** A check that needs the network is a warning offline, not an error. */
export const checkOfError = (name: string, error: unknown): DoctorCheck =>
  isOfflineError(error)
    ? warnCheck(name, 'Not asked: Coldpress was started offline.')
    : errorCheck(
        name,
        messageWithAdvice(error),
        isColdpressError(error) ? errorTable[error.code].exit : 1,
      )
