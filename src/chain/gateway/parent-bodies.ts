import { ColdpressError } from '#values/errors/errors.ts'
import type { TxId } from '#cardano/ids.ts'
import { parseTransaction } from '#cardano/transactions/parts/parse.ts'
import { bodyOf } from '#cardano/transactions/inspect/parents.ts'
import type { Gateway } from './gateway.ts'

/** Gateways limit how many questions they answer at once. */
const maxConcurrent = 4

/**
 * The bodies of transactions, each once, proved by their ids. One that the gateway does not have, as
 * a genesis output has none, is left out; the review says that nothing proves the input then. So are
 * all where the gateway has no bytes.
 * @throws ColdpressError `service_error` for bytes of another transaction; as `Gateway.transactionCbor`
 */
export const parentBodies = async (
  gateway: Pick<Gateway, 'transactionCbor' | 'lacks'>,
  txIds: Iterable<TxId>,
  signal?: AbortSignal,
): Promise<readonly Uint8Array[]> => {
  const wanted = gateway.lacks?.includes('bytes') === true ? [] : [...new Set(txIds)]
  const bodies: (Uint8Array | undefined)[] = []
  for (let start = 0; start < wanted.length; start += maxConcurrent) {
    const some = wanted.slice(start, start + maxConcurrent)
    bodies.push(...(await Promise.all(some.map((txId) => bodyFrom(gateway, txId, signal)))))
  }
  return bodies.filter((body) => body !== undefined)
}

const bodyFrom = async (
  gateway: Pick<Gateway, 'transactionCbor'>,
  txId: TxId,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> => {
  const bytes = await gateway.transactionCbor(txId, signal)
  if (bytes === undefined) return undefined
  if (parseTransaction(bytes).txId === txId) return bodyOf(bytes)
  throw new ColdpressError(
    'service_error',
    `The gateway answered another transaction than ${txId}, so nothing it says can be trusted. Use another gateway.`,
  )
}
