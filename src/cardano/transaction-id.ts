import { ColdpressError } from '#values/errors/errors.ts'
import { withCsl } from './csl.ts'
import { TxId } from './ids.ts'

/**
 * The id of a whole transaction, signed or not: blake2b-256 of the body's own bytes, which are not
 * encoded again.
 * @throws ColdpressError `invalid` for bytes that are no transaction
 */
export const transactionId = (transaction: Uint8Array): TxId => {
  try {
    return withCsl((csl, own) => {
      const fixed = own(csl.FixedTransaction.from_bytes(transaction))
      return TxId(own(fixed.transaction_hash()).to_hex())
    })
  } catch (error) {
    throw new ColdpressError('invalid', 'transaction: not the CBOR of a transaction', {
      cause: error,
    })
  }
}
