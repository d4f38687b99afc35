import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import type { Network } from '#cardano/network.ts'
import { warningsOf } from '#cardano/transactions/warnings/warnings.ts'
import type { Ownership } from '#cardano/transactions/inspect/ownership.ts'
import type { SignatureReview } from '../asks.ts'
import { clockTime } from './clock-time.ts'
import { inspectRequest, type InspectedTransaction } from './inspect-request.ts'
import { ownershipIn, ownershipOf, type OwnershipSource } from './local-ownership.ts'
import type { SigningRequest } from './request-types.ts'

/** One transaction, or those of a signing request in their order, decoded from their bytes. */
export type OpenedTransactions = Omit<SignatureReview, 'request' | 'transactions'> & {
  readonly request: SigningRequest | undefined
  readonly transactions: readonly InspectedTransaction[]
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

/** @param options.now default: this moment */
export const openRequest = async (
  request: SigningRequest,
  { home, ownership, now }: Omit<OpenOptions, 'network'> & { readonly now?: Date },
): Promise<OpenedTransactions> => {
  const own = ownership === undefined ? undefined : await ownershipIn(request, ownership)
  const evaluate = (transactions: SigningRequest['transactions']): OpenedTransactions => ({
    request,
    ownKeys: own?.keys,
    transactions: inspectRequest(
      { ...request, transactions },
      {
        ...clockTime(request.network, home, now),
        ...(own === undefined ? {} : { own }),
      },
    ),
    reopen: evaluate,
  })
  return evaluate(request.transactions)
}

/** A transaction that came without a signing request. */
export const openTransaction = async (
  bytes: Uint8Array,
  { home, network, ownership }: OpenOptions,
): Promise<OpenedTransactions> => {
  const summary = inspectTransaction(bytes, network === undefined ? {} : { network })
  const own =
    ownership === undefined
      ? undefined
      : await ownershipOf([summary], network ?? summary.network.name, ownership)
  const evaluate = (transactions: readonly Uint8Array[]): OpenedTransactions => ({
    request: undefined,
    ownKeys: own?.keys,
    transactions: transactions.map((each) => inspectAlone(each, { home, network, own })),
    reopen: evaluate,
  })
  return evaluate([bytes])
}

type Alone = Pick<OpenOptions, 'home' | 'network'> & { readonly own: Ownership | undefined }

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
    ...(own === undefined ? {} : { own }),
  }
  return { bytes, summary, warnings: warningsOf(summary, expected) }
}
