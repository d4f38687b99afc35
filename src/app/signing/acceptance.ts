import { signingErrors } from '#contract/signing/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { neverAccepted, type TransactionWarning } from '#contract/signing/transactions.ts'
import type { InspectedTransaction } from './inspect-request.ts'

/** Errors that the user must accept by code before this transaction is signed. */
export const errorsToAccept = (
  warnings: readonly TransactionWarning[],
  accepted: ReadonlySet<string>,
): readonly TransactionWarning[] =>
  warnings.filter(({ severity, code }) => {
    if (severity !== 'error') return false
    return neverAccepted.has(code) || !accepted.has(code)
  })

/**
 * @throws ColdpressError `conflict` with the rule `not_acknowledged` that names the first error
 * that is not accepted or cannot be
 */
export const requireAccepted = (
  { summary, warnings }: Pick<InspectedTransaction, 'summary' | 'warnings'>,
  accepted: ReadonlySet<string>,
): void => {
  const [first] = errorsToAccept(warnings, accepted)
  if (first === undefined) return
  const next = neverAccepted.has(first.code) ? '' : ' Accept this first, or do not sign.'
  throw errorBy(
    signingErrors,
    'not_acknowledged',
    { code: first.code, txId: summary.txId },
    `${first.message}${next}`,
  )
}
