import type { TransactionSummary, TransactionWarning } from '#shared/transactions.ts'
import { inspectTransaction } from '../cardano/transactions/inspect/inspect.ts'
import type { ResolvedInput } from '../cardano/transactions/inspect/read.ts'
import { nothingOwned, type Ownership } from '../cardano/transactions/inspect/ownership.ts'
import { bodyOf, outputsOfBody } from '../cardano/transactions/inspect/parents.ts'
import { warningsOf } from '../cardano/transactions/warnings/warnings.ts'
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
  { own = nothingOwned, ...known }: LocalContext = {},
): readonly InspectedTransaction[] =>
  inspectChain(request, own).map((summary, position) => {
    const { addresses: _, ...expected } = request.expected[position] ?? { addresses: [] }
    return {
      bytes: request.transactions[position] ?? new Uint8Array(),
      summary,
      warnings: warningsOf(summary, {
        ...known,
        ...expected,
        network: request.network,
        unconfirmedKeys: own.unconfirmedKeys,
      }),
    }
  })

/**
 * The summaries in order. An input's content is proved by an earlier transaction of the request or
 * by a parent; otherwise it is the request's statement.
 */
export const inspectChain = (
  request: SigningRequest,
  own: Ownership = nothingOwned,
): readonly TransactionSummary[] => {
  const { network, scripts, parameters } = request
  const stated = request.resolvedInputs.map((utxo) => ({ ...utxo, source: 'stated' as const }))
  const resolved: ResolvedInput[] = [...stated, ...request.parents.flatMap(outputsOfBody)]
  return request.transactions.map((bytes, position) => {
    const addresses = request.expected[position]?.addresses ?? []
    const summary = inspectTransaction(bytes, {
      network,
      scripts,
      labels: new Map(addresses.map(({ address, label }) => [address, label])),
      resolved,
      own,
      ...(parameters === undefined ? {} : { parameters: parameters.values }),
    })
    resolved.push(
      ...outputsOfBody(bodyOf(bytes)).map((one) => ({
        ...one,
        source: 'request_transaction' as const,
      })),
    )
    return summary
  })
}
