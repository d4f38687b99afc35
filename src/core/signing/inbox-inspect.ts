import { isColdpressError, messageOf } from '#shared/errors.ts'
import type { TransactionSummary } from '#shared/transactions.ts'
import { assemble } from '../cardano/transactions/assemble.ts'
import { inspectTransaction } from '../cardano/transactions/inspect/inspect.ts'
import { nothingOwned } from '../cardano/transactions/inspect/ownership.ts'
import { warningsOf } from '../cardano/transactions/warnings/warnings.ts'
import type { StoredRequest } from './inbox-store.ts'
import { inspectRequest, type InspectedTransaction, type LocalContext } from './inspect-request.ts'
import { ownershipOf, type OwnershipSource } from './local-ownership.ts'
import { readRequestFile } from './request-file.ts'
import type { SigningRequest } from './request-types.ts'

/** A transaction with those of its stored signatures that fit. */
export type Assembly = { readonly bytes: Uint8Array; readonly error: string | undefined }

/** @returns one per transaction; with an error, the original bytes */
export const assembleStored = ({ transactions, witnesses }: StoredRequest): readonly Assembly[] =>
  transactions.map(({ txId, bytes }) => {
    const own = witnesses.filter((one) => one.txId === txId).map(({ witness }) => witness)
    if (own.length === 0) return { bytes, error: undefined }
    try {
      return { bytes: assemble(bytes, own).bytes, error: undefined }
    } catch (error) {
      if (!isColdpressError(error, 'invalid')) throw error
      return { bytes, error: messageOf(error) }
    }
  })

/** Parses the stored request; undefined for a plain transaction. */
export const requestOf = ({ request }: StoredRequest): SigningRequest | undefined =>
  request === undefined ? undefined : readRequestFile(request)

/** Evaluates a request with its stored signatures. */
export const inspectStored = (
  stored: StoredRequest,
  transactions: readonly Uint8Array[],
  known: LocalContext,
): readonly InspectedTransaction[] => {
  const request = requestOf(stored)
  return request === undefined
    ? transactions.map((bytes) => inspectPlain(bytes, stored, known))
    : inspectRequest({ ...request, transactions }, known)
}

/** Like {@link inspectStored}, with this computer's keys and addresses. */
export const inspectStoredLocally = async (
  stored: StoredRequest,
  transactions: readonly Uint8Array[],
  known: Omit<LocalContext, 'own'>,
  ownership: OwnershipSource,
): Promise<readonly InspectedTransaction[]> => {
  ownership.learn(requestOf(stored)?.paymentKeys ?? [])
  const first = inspectStored(stored, transactions, known).map(({ summary }) => summary)
  const own = await ownershipOf(first, stored.entry.network, ownership)
  return inspectStored(stored, transactions, { ...known, own })
}

const inspectPlain = (
  bytes: Uint8Array,
  { entry: { network } }: StoredRequest,
  { own = nothingOwned, ...known }: LocalContext,
): InspectedTransaction => {
  const chosen = network === null ? {} : { network }
  const summary = inspectTransaction(bytes, { ...chosen, own })
  const { unconfirmedKeys } = own
  return { bytes, summary, warnings: warningsOf(summary, { ...known, ...chosen, unconfirmedKeys }) }
}

/** The earliest end of validity among them. */
export const expiryOf = (
  summaries: readonly Pick<TransactionSummary, 'validity'>[],
): string | null =>
  summaries
    .flatMap(({ validity }) => validity.invalidHereafter?.time ?? [])
    .toSorted()
    .at(0) ?? null
