import type { TransactionSummary, TransactionWarning } from '#contract/signing/transactions.ts'
import { typeNote } from '#cardano/envelope-kind.ts'
import type { Network } from '#cardano/network.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { readTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import type { Ownership } from '#cardano/transactions/inspect/ownership.ts'
import { clockTime } from '#app/signing/clock-time.ts'
import { inspectRequest, type InspectedTransaction } from '#app/signing/inspect-request.ts'
import { ownershipIn, ownershipOf, type OwnershipSource } from '#app/signing/local-ownership.ts'
import { readIfRequest } from '#app/signing/request-file.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import { readInputText } from '#cli/files.ts'

/** What a file holds: one transaction, or those of a signing request in their order. */
export type OpenedTransactions = {
  readonly request: SigningRequest | undefined
  readonly transactions: readonly InspectedTransaction[]
  /** A file whose type says nothing, in words. */
  readonly note?: string | undefined
  /** Whether this computer has a vault whose keys were asked about. */
  readonly knowsVault: boolean
  /** The same transactions with other signatures, evaluated by the same knowledge. */
  readonly reopen: (transactions: readonly Uint8Array[]) => OpenedTransactions
}

export type OpenOptions = {
  /** The data folder, which may show that the clock cannot be right. */
  readonly home: string
  /** Which chain's slots are shown as times; a request says it itself. */
  readonly network?: Network | undefined
  /** Which keys and addresses are this computer's own; undefined where it has no vault. */
  readonly ownership?: OwnershipSource | undefined
}

/** Opens a signing request, a transaction file of any tool, or the hex of a transaction. */
export const openTransactions = async (
  source: string,
  { home, network, ownership }: OpenOptions,
): Promise<OpenedTransactions> => {
  const text = isHex(source) ? source : await readInputText(source, 'transaction file')
  const request = readIfRequest(text)
  if (request !== undefined) return openRequest(request, { home, ownership })
  const bytes = readTransactionText(text)
  const summary = inspectTransaction(bytes, network === undefined ? {} : { network })
  const own = await ownedIn([summary], network ?? summary.network.name, ownership)
  return { ...openAlone([bytes], { home, network, own }), note: typeNote(text) }
}

const ownedIn = async (
  summaries: readonly TransactionSummary[],
  network: Network | null,
  ownership: OwnershipSource | undefined,
): Promise<Ownership | undefined> =>
  ownership === undefined ? undefined : ownershipOf(summaries, network, ownership)

/** A signing request that is at hand, as if it came from a file. */
export const openRequest = async (
  request: SigningRequest,
  { home, ownership }: Pick<OpenOptions, 'home' | 'ownership'>,
): Promise<OpenedTransactions> =>
  evaluated(
    request,
    home,
    ownership === undefined ? undefined : await ownershipIn(request, ownership),
  )

const evaluated = (
  request: SigningRequest,
  home: string,
  own: Ownership | undefined,
): OpenedTransactions => ({
  request,
  knowsVault: own !== undefined,
  transactions: inspectRequest(request, {
    ...clockTime(request.network, home),
    ...(own === undefined ? {} : { own }),
  }),
  reopen: (transactions) => evaluated({ ...request, transactions }, home, own),
})

type Alone = {
  readonly home: string
  readonly network: Network | undefined
  readonly own: Ownership | undefined
}

const openAlone = (transactions: readonly Uint8Array[], context: Alone): OpenedTransactions => ({
  request: undefined,
  knowsVault: context.own !== undefined,
  transactions: transactions.map((bytes) => inspectAlone(bytes, context)),
  reopen: (others) => openAlone(others, context),
})

/** Hex, also one that was cut off: no file is called so. */
const isHex = (text: string): boolean => /^[0-9a-f]{80,}$/iu.test(text)

const inspectAlone = (
  bytes: Uint8Array,
  { home, network: chosen, own }: Alone,
): InspectedTransaction => {
  const summary = inspectTransaction(bytes, {
    ...(chosen === undefined ? {} : { network: chosen }),
    ...(own === undefined ? {} : { own }),
  })
  const network = chosen ?? summary.network.name
  const expected = {
    ...clockTime(network, home),
    ...(chosen === undefined ? {} : { network: chosen }),
    ...(own === undefined ? {} : { unconfirmedKeys: own.unconfirmedKeys }),
  }
  return { bytes, summary, warnings: warningsOf(summary, expected) }
}

/** Keys whose signature is missing for certain, or would help. */
export const wantedKeys = ({ missing }: TransactionSummary): readonly string[] => [
  ...new Set([...missing.keys, ...missing.choices.flatMap(({ of }) => of)]),
]

/** Whether nothing is missing, as far as is known. */
export const completeText = (
  summary: TransactionSummary,
  warnings: readonly TransactionWarning[] = [],
): string => {
  if (summary.isComplete === true)
    return warnings.some(({ code }) => code === 'validity_not_evaluated')
      ? 'It has all its signatures.'
      : 'It is complete and can be sent.'
  const wanted = wantedKeys(summary).length
  if (wanted > 0) return 'Signatures are still missing.'
  return summary.isComplete === null
    ? 'No signature seems to be missing, but some inputs have unknown owners.'
    : 'It cannot be sent: one of its scripts is missing or can never be satisfied.'
}
