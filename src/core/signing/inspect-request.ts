import type {
  OutputFacts,
  TransactionSummary,
  TransactionWarning,
} from '../../shared/transactions.ts'
import { TxId } from '../cardano/ids.ts'
import { inspectTransaction } from '../cardano/transactions/inspect.ts'
import type { ResolvedInput } from '../cardano/transactions/inspect-read.ts'
import { warningsOf } from '../cardano/transactions/warnings.ts'
import { Unit } from '../cardano/value.ts'
import type { SigningRequest } from './request-types.ts'

/** One transaction of a request, as it is to be judged. */
export type InspectedTransaction = {
  readonly bytes: Uint8Array
  readonly summary: TransactionSummary
  readonly warnings: readonly TransactionWarning[]
}

/**
 * Judges every transaction of a request. What an earlier one of them makes is known from its bytes;
 * everything else about inputs is marked `told`. Names that the request gives to addresses are
 * claims: payments to them are still told, as information.
 * @param options what this machine knows by itself; `nowSlot` is the chain's, or the clock's
 */
export const inspectRequest = (
  request: SigningRequest,
  options: { readonly nowSlot?: bigint; readonly knownAddresses?: ReadonlySet<string> } = {},
): readonly InspectedTransaction[] => {
  const { policyId, lockSlot, hasMinted, awaitsRoyalty, addresses } = request.expected
  const summaries = inspectChain(request)
  return summaries.map((summary, place) => ({
    bytes: request.transactions[place] ?? new Uint8Array(),
    summary,
    warnings: warningsOf(summary, {
      ...options,
      network: request.network,
      toldAddresses: new Set(addresses.map(({ address }) => address)),
      ...(policyId === undefined ? {} : { policyId }),
      ...(lockSlot === undefined ? {} : { lockSlot }),
      ...(hasMinted === undefined ? {} : { hasMinted }),
      ...(awaitsRoyalty === undefined ? {} : { awaitsRoyalty }),
    }),
  }))
}

/** The summaries in order, each knowing what those before it make. */
export const inspectChain = (request: SigningRequest): readonly TransactionSummary[] => {
  const { network, scripts, parameters, expected } = request
  const labels = new Map(expected.addresses.map(({ address, label }) => [address, label]))
  const resolved: ResolvedInput[] = request.resolvedInputs.map((utxo) => ({
    ...utxo,
    source: 'told',
  }))
  return request.transactions.map((bytes) => {
    const summary = inspectTransaction(bytes, {
      network,
      scripts,
      labels,
      resolved,
      ...(parameters === undefined ? {} : { parameters: parameters.values }),
    })
    resolved.push(...outputsMade(summary))
    return summary
  })
}

const outputsMade = ({ txId, outputs }: TransactionSummary): readonly ResolvedInput[] =>
  outputs.map((output, index) => ({
    txId: TxId(txId),
    index,
    address: output.address,
    value: { lovelace: BigInt(output.lovelace), assets: assetsOf(output) },
    isSpecial: output.datum !== 'none' || output.hasReferenceScript,
    source: 'request_transaction',
  }))

const assetsOf = ({ assets }: OutputFacts): ReadonlyMap<Unit, bigint> =>
  new Map(
    assets.map(({ policyId, nameHex, quantity }) => [Unit(policyId + nameHex), BigInt(quantity)]),
  )
