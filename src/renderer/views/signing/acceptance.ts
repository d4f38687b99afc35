import type { ShownTransaction } from '../../../shared/calls/signing.ts'
import type { TransactionWarning } from '../../../shared/transactions.ts'

/** What is accepted is this warning of this transaction, and no other. */
export const acceptanceKey = (txId: string, { code }: Pick<TransactionWarning, 'code'>): string =>
  `${txId} ${code}`

/** The warnings that must be accepted before anything is signed. */
export const gravestOf = (
  transactions: readonly Pick<ShownTransaction, 'summary' | 'warnings'>[],
): readonly string[] =>
  transactions.flatMap(({ summary, warnings }) =>
    warnings
      .filter(({ severity }) => severity === 'error')
      .map((warning) => acceptanceKey(summary.txId, warning)),
  )

/** Codes that were accepted of one transaction. */
export const acceptanceOf = (txId: string, accepted: ReadonlySet<string>): readonly string[] =>
  [...accepted].flatMap((key) => (key.startsWith(`${txId} `) ? [key.slice(txId.length + 1)] : []))
