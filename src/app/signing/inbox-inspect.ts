import { runPieces, inTurns, type Pieces } from '#platform/disk/pieces.ts'
import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { TransactionSummary } from '#contract/signing/transactions.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { inspectBytes, type Inspection } from '#cardano/transactions/inspect/inspect.ts'
import type { Network } from '#cardano/network.ts'
import { nothingOwned } from '#cardano/transactions/inspect/ownership.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import type { StoredRequest } from './inbox-store.ts'
import {
  inspectingChain,
  inspectingRequest,
  type InspectedTransaction,
  type LocalContext,
} from './inspect-request.ts'
import { ownershipOf, type OwnershipSource } from './local-ownership.ts'
import { readingRequestFile, readRequestFile } from './request-file.ts'
import type { SigningRequest } from './request-types.ts'

/** A transaction with those of its stored signatures that fit. */
export type Assembly = { readonly bytes: Uint8Array; readonly error: string | undefined }

/** @returns one per transaction; with an error, the original bytes */
export const assembleStored = (stored: StoredRequest): readonly Assembly[] =>
  runPieces(assemblingStored(stored))

/** {@link assembleStored} in pieces. */
export function* assemblingStored({
  transactions,
  witnesses,
}: StoredRequest): Pieces<readonly Assembly[]> {
  const assembled: Assembly[] = []
  const byId = Map.groupBy(witnesses, ({ txId }) => txId)
  for (const { txId, bytes } of transactions) {
    assembled.push(assemblyOf(bytes, byId.get(txId) ?? []))
    yield
  }
  return assembled
}

const assemblyOf = (bytes: Uint8Array, witnesses: StoredRequest['witnesses']): Assembly => {
  if (witnesses.length === 0) return { bytes, error: undefined }
  try {
    const own = witnesses.map(({ witness }) => witness)
    return { bytes: assemble(bytes, own).bytes, error: undefined }
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
    return { bytes, error: messageOf(error) }
  }
}

const parsed = new WeakMap<StoredRequest, SigningRequest>()

/** Parses the stored request; undefined for a plain transaction. */
export const storedRequestOf = (stored: StoredRequest): SigningRequest | undefined => {
  if (stored.request === undefined) return undefined
  const request = parsed.get(stored) ?? readRequestFile(stored.request)
  parsed.set(stored, request)
  return request
}

/** Parses the stored request in turns, so that {@link storedRequestOf} has it. */
const prepareStored = async (stored: StoredRequest): Promise<void> => {
  if (stored.request !== undefined)
    parsed.set(stored, await inTurns(readingRequestFile(stored.request)))
}

/** Evaluates a request with its stored signatures. */
export const inspectStored = (
  stored: StoredRequest,
  transactions: readonly Uint8Array[],
  known: LocalContext,
): readonly InspectedTransaction[] => runPieces(inspectingStored(stored, transactions, known))

function* inspectingStored(
  stored: StoredRequest,
  transactions: readonly Uint8Array[],
  known: LocalContext,
): Pieces<readonly InspectedTransaction[]> {
  const request = storedRequestOf(stored)
  return request === undefined
    ? transactions.map((bytes) => inspectPlain(bytes, stored, known))
    : yield* inspectingRequest({ ...request, transactions }, known)
}

/** Like {@link inspectStored}, with this computer's keys and addresses, in turns. */
export const inspectStoredLocally = async (
  stored: StoredRequest,
  transactions: readonly Uint8Array[],
  known: Omit<LocalContext, 'own'>,
  ownership: OwnershipSource,
): Promise<readonly InspectedTransaction[]> => {
  await prepareStored(stored)
  const request = storedRequestOf(stored)
  ownership.learn(request?.paymentKeys ?? [])
  // Signatures add no address and no key, so the request as it came names the same ones.
  const named =
    request === undefined
      ? inspectStored(stored, transactions, known).map(({ summary }) => summary)
      : await inTurns(inspectingChain(request))
  const own = await ownershipOf(named, stored.entry.network, ownership)
  return await inTurns(inspectingStored(stored, transactions, { ...known, own }))
}

type PlainInspection = {
  readonly bytes: Uint8Array
  readonly network: Network | null
  readonly inspection: Inspection
}

/** The last of the plain transactions: the same bytes are shown, confirmed and signed. */
let lastPlain: readonly PlainInspection[] = []

const inspectOnce = (bytes: Uint8Array, network: Network | null): Inspection => {
  const before = lastPlain.find(
    (known) => known.network === network && Buffer.compare(known.bytes, bytes) === 0,
  )
  if (before !== undefined) return before.inspection
  const inspection = inspectBytes(bytes, network === null ? {} : { network })
  lastPlain = [{ bytes, network, inspection }, ...lastPlain].slice(0, 2)
  return inspection
}

const inspectPlain = (
  bytes: Uint8Array,
  { entry: { network } }: StoredRequest,
  { own = nothingOwned, ...known }: LocalContext,
): InspectedTransaction => {
  const chosen = network === null ? {} : { network }
  const summary = inspectOnce(bytes, network).summaryFor(own)
  return { bytes, summary, warnings: warningsOf(summary, { ...known, ...chosen, own }) }
}

/** The earliest end of validity among them. */
export const expiryOf = (
  summaries: readonly Pick<TransactionSummary, 'validity'>[],
): string | null =>
  summaries
    .flatMap(({ validity }) => validity.invalidHereafter?.time ?? [])
    .toSorted()
    .at(0) ?? null
