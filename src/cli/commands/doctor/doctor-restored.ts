import { restoredStudios } from '#studio/home/skip-addresses.ts'
import { hint } from '#cli/terminal/hint.ts'
import { serveHint } from '#cli/terminal/serve-hint.ts'
import { type DoctorCheck, ok, warnCheck } from './doctor-check.ts'

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
