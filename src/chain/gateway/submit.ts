import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { blockfrostSubmitted } from '#contract/gateways/blockfrost.ts'
import type { TxId } from '#cardano/ids.ts'
import { transactionId } from '#cardano/transaction-id.ts'
import type { Gateway } from './gateway.ts'
import { meansProbablyIncluded, noReason, rejectionCauseOf } from './rejection.ts'

/** How one kind of gateway submits. */
export type Submitting = {
  /** Sends the bytes, as often as is sensible. Answers what the gateway wrote: the transaction's ID. */
  readonly send: (signed: Uint8Array, signal: AbortSignal | undefined) => Promise<string>
  /** An error means that the gateway cannot be asked now. */
  readonly isKnown: Gateway['isKnown']
}

/**
 * Submits, and finds out what a rejection means. A node that has the transaction refuses it the second
 * time, because its inputs are spent: by itself. After a lost answer, or when an earlier run had sent
 * the same bytes, that is a success. So whatever is refused is looked for in blocks and mempool:
 *
 * - found: it is submitted.
 * - the node says that it knows it: it is submitted.
 * - an answer of this call was lost and the node says that all inputs are spent: it is taken for
 *   submitted. Should another transaction have spent them, the wait for confirmations notices it.
 * - its inputs are spent, or no reason is given, and it is not found: nobody can say by whom, for a mempool may be another
 *   node's. `rejected` with `mayHaveArrived`: watched until its validity has ended.
 * - anything else: `rejected` for good.
 */
export const submitSigned = async (
  submitting: Submitting,
  signed: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<TxId> => {
  const txId = transactionId(signed)
  try {
    checkId(txId, await submitting.send(signed, signal))
    return txId
  } catch (error) {
    if (!isColdpressError(error, 'rejected')) throw error
    return afterRejection(submitting, txId, error, signal)
  }
}

/** Another id would mean that these bytes are not what the gateway passed on. */
const checkId = (txId: TxId, answered: string): void => {
  const read = blockfrostSubmitted.safeParse(answered)
  if (read.success && read.data.toLowerCase() === txId) return
  throw new ColdpressError(
    'service_error',
    read.success
      ? `The gateway answered the submission of ${txId} with the id of another transaction, ${read.data}. Check it on the chain before anything is built in its place.`
      : `The gateway answered the submission of ${txId} with something that is no transaction ID. Check it on the chain before anything is built in its place.`,
    { details: { operation: 'submission', txId, mayHaveArrived: true } },
  )
}

const afterRejection = async (
  { isKnown }: Submitting,
  txId: TxId,
  rejected: ColdpressError,
  signal: AbortSignal | undefined,
): Promise<TxId> => {
  const { reason } = rejectedDetails.parse(rejected.details)
  const { cause } = rejectionCauseOf(reason)
  const lostBefore = rejected.details['mayHaveArrived'] === true
  if (cause === 'known' || (lostBefore && meansProbablyIncluded(reason))) return txId
  const found = await isKnown(txId, signal).catch(() => undefined)
  if (found === true) return txId
  const isUnexplained = reason === noReason
  const mayHaveArrived =
    lostBefore || cause === 'inputs_spent' || isUnexplained || found === undefined
  throw new ColdpressError(
    'rejected',
    mayHaveArrived
      ? `${rejected.message} It may have been accepted when it was sent before: watch the chain for ${txId} until its validity has ended.`
      : rejected.message,
    { details: { ...rejected.details, txId, mayHaveArrived } },
  )
}

const rejectedDetails = z.object({ reason: longText })
