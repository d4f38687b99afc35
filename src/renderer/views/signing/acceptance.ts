import type { ShownTransaction } from '#contract/signing/calls.ts'
import {
  neverAccepted,
  scriptsWarning,
  type TransactionWarning,
} from '#contract/signing/transactions.ts'

type Shown = Pick<ShownTransaction, 'summary' | 'warnings'>
type Accepted = ReadonlySet<string>

/** The user accepts this error of this transaction, and no other one with the same code. */
export const acceptanceKey = (txId: string, { code, message }: TransactionWarning): string =>
  `${txId} ${code} ${message}`

/** How an error is accepted. Other warnings need no acceptance. */
export const acceptedBy = ({
  severity,
  code,
}: Pick<TransactionWarning, 'severity' | 'code'>):
  | 'checkbox'
  | 'scripts_switch'
  | 'nobody'
  | undefined => {
  if (severity !== 'error') return undefined
  if (neverAccepted.has(code)) return 'nobody'
  return code === scriptsWarning ? 'scripts_switch' : 'checkbox'
}

const errorsOf = (transactions: readonly Shown[]) =>
  transactions.flatMap(({ summary, warnings }) =>
    warnings.flatMap((warning) => {
      const by = acceptedBy(warning)
      return by === undefined ? [] : [{ by, key: acceptanceKey(summary.txId, warning) }]
    }),
  )

/** Keys of the errors that the switch for Plutus scripts accepts, in all transactions of a request. */
export const scriptKeys = (transactions: readonly Shown[]): readonly string[] =>
  errorsOf(transactions).flatMap(({ by, key }) => (by === 'scripts_switch' ? [key] : []))

/** `blocked`: errors that cannot be accepted; `open`: those not accepted yet. */
export type AcceptanceState = 'blocked' | 'open' | 'accepted'

export const acceptanceState = (
  transactions: readonly Shown[],
  accepted: Accepted,
): AcceptanceState => {
  const errors = errorsOf(transactions)
  if (errors.some(({ by }) => by === 'nobody')) return 'blocked'
  return errors.every(({ key }) => accepted.has(key)) ? 'accepted' : 'open'
}

/** Codes whose every error in one transaction was accepted, for the main process. */
export const acceptedCodes = ({ summary, warnings }: Shown, accepted: Accepted): string[] => {
  const byCode = Map.groupBy(
    warnings.filter(({ severity }) => severity === 'error'),
    ({ code }) => code,
  )
  return [...byCode].flatMap(([code, errors]) =>
    errors.every((error) => accepted.has(acceptanceKey(summary.txId, error))) ? [code] : [],
  )
}
