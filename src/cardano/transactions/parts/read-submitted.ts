import { ColdpressError } from '#values/errors/errors.ts'
import { withCsl } from '#cardano/csl.ts'
import { TxId } from '#cardano/ids.ts'
import type { OutputRef } from '#cardano/utxo.ts'

/** What following a transaction needs to know of it, read from its own bytes. */
export type SubmittedTransaction = {
  readonly txId: TxId
  readonly inputs: readonly OutputRef[]
  /** The first slot in which it is not valid any more; undefined when it never ends. */
  readonly validUntil: bigint | undefined
}

/**
 * Reads a whole transaction, signed or not, without writing it again.
 * @throws ColdpressError `invalid`
 */
export const readSubmitted = (bytes: Uint8Array): SubmittedTransaction => {
  try {
    return withCsl((csl, own) => {
      const transaction = own(csl.FixedTransaction.from_bytes(bytes))
      const body = own(transaction.body())
      const inputs = own(body.inputs())
      const end = body.ttl_bignum()
      return {
        txId: TxId(own(transaction.transaction_hash()).to_hex()),
        inputs: Array.from({ length: inputs.len() }, (_, at) => {
          const input = own(inputs.get(at))
          return { txId: TxId(own(input.transaction_id()).to_hex()), index: input.index() }
        }),
        validUntil: end === undefined ? undefined : BigInt(own(end).to_str()),
      }
    })
  } catch (error) {
    throw new ColdpressError('invalid', 'transaction: not the CBOR of a whole transaction', {
      cause: error,
    })
  }
}
