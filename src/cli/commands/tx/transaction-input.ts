import type { TransactionSummary, TransactionWarning } from '#contract/signing/transactions.ts'
import { typeNote } from '#cardano/envelope-kind.ts'
import { readTransactionText } from '#cardano/transactions/tx-envelope.ts'
import {
  type OpenedTransactions,
  type OpenOptions,
  openRequest,
  openTransaction,
} from '#app/signing/open-transactions.ts'
import { readIfRequest } from '#app/signing/request-file.ts'
import { readInputText } from '#cli/files.ts'

/** Opens a signing request, a transaction file of any tool, or the hex of a transaction. */
export const openTransactions = async (
  source: string,
  options: OpenOptions,
): Promise<OpenedTransactions> => {
  const text = isHex(source) ? source : await readInputText(source, 'transaction file')
  const request = readIfRequest(text)
  if (request !== undefined) return openRequest(request, options)
  return { ...(await openTransaction(readTransactionText(text), options)), note: typeNote(text) }
}

/** Hex, also one that was cut off: no file is called so. */
const isHex = (text: string): boolean => /^[0-9a-f]{80,}$/iu.test(text)

/** Keys whose signature is missing for certain, or would help. */
export const wantedKeys = ({ missing }: TransactionSummary): readonly string[] => [
  ...new Set([...missing.keys, ...missing.choices.flatMap(({ of }) => of)]),
]

/** Whether nothing is missing, as far as is known. */
export const completeText = (
  summary: TransactionSummary,
  warnings: readonly TransactionWarning[] = [],
  ownKeys: ReadonlySet<string> = new Set(),
): string => {
  if (summary.isComplete === true)
    return warnings.some(({ code }) => code === 'validity_not_evaluated')
      ? 'It has all its signatures.'
      : 'It is complete and can be sent.'
  const wanted = wantedKeys(summary)
  if (wanted.length > 0)
    return wanted.every((key) => ownKeys.has(key))
      ? 'It is not signed yet; its keys are your own.'
      : 'Signatures are still missing.'
  return summary.isComplete === null
    ? 'No signature seems to be missing, but some inputs have unknown owners.'
    : 'It cannot be sent: one of its scripts is missing or can never be satisfied.'
}
