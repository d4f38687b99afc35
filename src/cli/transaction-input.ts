import type { TransactionSummary } from '../shared/transactions.ts'
import type { Network } from '../core/cardano/network.ts'
import { slotAt } from '../core/cardano/slots.ts'
import { inspectTransaction } from '../core/cardano/transactions/inspect.ts'
import { readTransactionText } from '../core/cardano/transactions/tx-envelope.ts'
import { warningsOf } from '../core/cardano/transactions/warnings.ts'
import { inspectRequest, type InspectedTransaction } from '../core/signing/inspect-request.ts'
import { looksLikeRequest, readRequestFile } from '../core/signing/request-file.ts'
import type { SigningRequest } from '../core/signing/request-types.ts'
import { readInput } from './files.ts'

/** What a file holds: one transaction, or those of a signing request in their order. */
export type OpenedTransactions = {
  readonly request: SigningRequest | undefined
  readonly transactions: readonly InspectedTransaction[]
  /** The same transactions with other signatures, judged by the same knowledge. */
  readonly reopen: (transactions: readonly Uint8Array[]) => OpenedTransactions
}

/**
 * Opens a signing request, a transaction file of cardano-cli, or the hex of a transaction.
 * @param network which chain's slots are told in time; a request says it itself
 */
export const openTransactions = async (
  source: string,
  network?: Network,
): Promise<OpenedTransactions> => {
  const text = isHex(source)
    ? source
    : new TextDecoder().decode(await readInput(source, 'transaction file'))
  return looksLikeRequest(text)
    ? openRequest(readRequestFile(text))
    : openAlone([readTransactionText(text)], network)
}

/** A signing request that is at hand, as if it came from a file. */
export const openRequest = (request: SigningRequest): OpenedTransactions => ({
  request,
  transactions: inspectRequest(request, nowIn(request.network)),
  reopen: (transactions) => openRequest({ ...request, transactions }),
})

const openAlone = (
  transactions: readonly Uint8Array[],
  network: Network | undefined,
): OpenedTransactions => ({
  request: undefined,
  transactions: transactions.map((bytes) => inspectAlone(bytes, network)),
  reopen: (others) => openAlone(others, network),
})

/** Hex, also one that was cut off: no file is called so. */
const isHex = (text: string): boolean => /^[0-9a-f]{80,}$/iu.test(text)

const inspectAlone = (bytes: Uint8Array, told: Network | undefined): InspectedTransaction => {
  const summary = inspectTransaction(bytes, told === undefined ? {} : { network: told })
  const network = told ?? summary.network.name
  const expected = {
    ...(network === null ? {} : nowIn(network)),
    ...(told === undefined ? {} : { network: told }),
  }
  return { bytes, summary, warnings: warningsOf(summary, expected) }
}

/** By this machine's clock: whoever inspects has no network to ask. */
const nowIn = (network: Network): { readonly nowSlot: bigint } => ({
  nowSlot: slotAt(network, new Date()),
})

/** Keys whose signature is missing for certain, or would help. */
export const wantedKeys = ({ missing }: TransactionSummary): readonly string[] => [
  ...new Set([...missing.keys, ...missing.choices.flatMap(({ of }) => of)]),
]

/** Whether nothing is missing, as far as is known. */
export const completeText = (summary: TransactionSummary): string => {
  if (summary.isComplete === true) return 'It is complete and can be sent.'
  const wanted = wantedKeys(summary).length
  if (wanted > 0) return 'Signatures are still missing.'
  return summary.isComplete === null
    ? 'No signature is known to be missing; nobody said whose all its inputs are.'
    : 'It cannot be sent: a script of it is missing or can never be satisfied.'
}
