import type { TransactionSummary, TransactionWarning } from '#contract/signing/transactions.ts'
import { runPieces, type Pieces } from '#platform/disk/pieces.ts'
import { inspectBytes, type Inspection } from '#cardano/transactions/inspect/inspect.ts'
import { type ResolvedInput, statedScripts } from '#cardano/transactions/inspect/read.ts'
import { nothingOwned, type Ownership } from '#cardano/transactions/inspect/ownership.ts'
import { bodyOf, outputsOfBody } from '#cardano/transactions/inspect/parents.ts'
import { refText } from '#cardano/utxo.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import type { ClockTime } from './clock-time.ts'
import type { SigningRequest } from './request-types.ts'

/** One transaction of a request, with all that the signer should know. */
export type InspectedTransaction = {
  readonly bytes: Uint8Array
  readonly summary: TransactionSummary
  readonly warnings: readonly TransactionWarning[]
}

/** What this computer itself knows. */
export type LocalContext = ClockTime & { readonly own?: Ownership }

/** Evaluates a request's transactions in order; each knows the outputs of those before it. */
export const inspectRequest = (
  request: SigningRequest,
  known: LocalContext = {},
): readonly InspectedTransaction[] => runPieces(inspectingRequest(request, known))

/** {@link inspectRequest} in pieces: a transaction takes some milliseconds. */
export function* inspectingRequest(
  request: SigningRequest,
  { own = nothingOwned, ...known }: LocalContext = {},
): Pieces<readonly InspectedTransaction[]> {
  const inspected: InspectedTransaction[] = []
  for (const [position, summary] of (yield* inspectingChain(request, own)).entries()) {
    const { addresses: _, ...expected } = request.expected[position] ?? { addresses: [] }
    const warnings = warningsOf(summary, {
      ...known,
      ...expected,
      network: request.network,
      own,
      titles: [request.title, request.collectionName ?? ''],
    })
    inspected.push({
      bytes: request.transactions[position] ?? new Uint8Array(),
      summary,
      warnings,
    })
    yield
  }
  return inspected
}

/**
 * The summaries in order. An input's content is proved by an earlier transaction of the request or
 * by a parent; otherwise it is the request's statement.
 */
export const inspectChain = (
  request: SigningRequest,
  own: Ownership = nothingOwned,
): readonly TransactionSummary[] => runPieces(inspectingChain(request, own))

/** {@link inspectChain} in pieces. What was found of these bytes before is found again at once. */
export function* inspectingChain(
  request: SigningRequest,
  own: Ownership = nothingOwned,
): Pieces<readonly TransactionSummary[]> {
  const summaries: TransactionSummary[] = []
  for (const { summaryFor } of yield* inspectingOnce(request)) {
    summaries.push(summaryFor(own))
    yield
  }
  return summaries
}

/** The request is shown, confirmed and signed from one inspection of its bytes. */
function* inspectingOnce(request: SigningRequest): Pieces<readonly Inspection[]> {
  const inspected = inspectedRequests.get(request.parents) ?? []
  const before = inspected.find((known) => isSameRequest(known.request, request))
  if (before !== undefined) return before.inspections
  const inspections = yield* inspectingEach(request)
  inspectedRequests.set(request.parents, [{ request, inspections }, ...inspected].slice(0, 2))
  return inspections
}

/**
 * As it came and with its signatures, by the list of parents, which a request with more signatures
 * shares with the one that it was.
 */
const inspectedRequests = new WeakMap<
  SigningRequest['parents'],
  readonly { readonly request: SigningRequest; readonly inspections: readonly Inspection[] }[]
>()

const isSameRequest = (signingRequest: SigningRequest, other: SigningRequest): boolean =>
  isSameList(signingRequest.transactions, other.transactions) &&
  signingRequest.network === other.network &&
  signingRequest.scripts === other.scripts &&
  signingRequest.parameters === other.parameters &&
  signingRequest.expected === other.expected &&
  signingRequest.resolvedInputs === other.resolvedInputs

const isSameList = (a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean =>
  a.length === b.length &&
  a.every((bytes, at) => Buffer.compare(bytes, b[at] ?? new Uint8Array()) === 0)

function* inspectingEach(request: SigningRequest): Pieces<readonly Inspection[]> {
  const { network, parameters } = request
  const scripts = statedScripts(request.scripts)
  const resolved = new Map<string, ResolvedInput>()
  const add = (utxo: ResolvedInput): unknown => resolved.set(refText(utxo), utxo)
  for (const utxo of request.resolvedInputs) add({ ...utxo, source: 'stated' })
  for (const parent of request.parents) {
    for (const output of outputsOfParent(parent)) add(output)
    yield
  }
  const inspections: Inspection[] = []
  for (const [position, bytes] of request.transactions.entries()) {
    const addresses = request.expected[position]?.addresses ?? []
    inspections.push(
      inspectBytes(bytes, {
        network,
        scripts,
        labels: new Map(addresses.map(({ address, label }) => [address, label])),
        resolved,
        ...(parameters === undefined ? {} : { parameters: parameters.values }),
      }),
    )
    for (const output of outputsOfBody(bodyOf(bytes)))
      add({ ...output, source: 'request_transaction' })
    yield
  }
  return inspections
}

const parentOutputs = new WeakMap<Uint8Array, readonly ResolvedInput[]>()

/** The outputs of a parent, read once. @throws ColdpressError `invalid` */
export const outputsOfParent = (parent: Uint8Array): readonly ResolvedInput[] => {
  const outputs = parentOutputs.get(parent) ?? outputsOfBody(parent)
  parentOutputs.set(parent, outputs)
  return outputs
}
