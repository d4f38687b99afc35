import { errorTable, isColdpressError } from '#values/errors/errors.ts'
import { messageWithAdvice } from '#cli/terminal/error-advice.ts'
import { isOfflineError } from '#platform/offline/offline.ts'
import { restoredStudios } from '#studio/home/skip-addresses.ts'
import { hint } from '#cli/terminal/hint.ts'
import { serveHint } from '#cli/terminal/serve-hint.ts'

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

/**
 * What was paid for sales that a studio does not know, since the backup or copy that it goes on from, and
 * for sales that were deleted.
 */
export const checkRestored = (home: string): readonly DoctorCheck[] =>
  restoredStudios(home).flatMap(({ network, hasSkipped, isSearched, payments, ofDeleted }) => {
    const sinceBackup = `payments since the backup, ${network}`
    const found = [
      ...payments.map((text) => warnCheck(sinceBackup, text)),
      ...ofDeleted.map((text) => warnCheck(`payments for deleted sales, ${network}`, text)),
    ]
    if (found.length > 0)
      return [
        ...found,
        warnCheck(
          `refunds, ${network}`,
          `To give one back: ${hint('sale refund-unknown ADDRESS')}`,
        ),
      ]
    if (!hasSkipped) return []
    return isSearched
      ? [ok(sinceBackup, 'None at the addresses that earlier sales may have.')]
      : [
          warnCheck(
            sinceBackup,
            `The addresses that earlier sales may have are not searched yet. A studio that runs searches them: ${serveHint(network)}`,
          ),
        ]
  })
