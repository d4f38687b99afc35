import { withCsl } from '#cardano/csl.ts'
import { TxId } from '#cardano/ids.ts'
import type { Witness } from '#cardano/keys.ts'

/** What the tests need of a transaction, read without re-serialising it. */
export type ReadTransaction = {
  readonly txId: TxId
  readonly body: string
  readonly auxiliary: string | undefined
  readonly auxiliaryHash: string | undefined
  readonly policies: readonly string[]
  readonly scripts: readonly string[]
  readonly witnesses: readonly Witness[]
}

const indexes = (list: { len(): number } | undefined) => [...Array(list?.len() ?? 0).keys()]
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

export const readTransaction = (cbor: string): ReadTransaction =>
  withCsl((csl, own) => {
    const some = <T extends { free(): void }>(object: T | undefined) => object && own(object)
    const transaction = own(csl.FixedTransaction.from_hex(cbor))
    const body = own(transaction.body())
    const set = own(transaction.witness_set())
    const policies = some(some(body.mint())?.keys())
    const scripts = some(set.native_scripts())
    const vkeys = some(set.vkeys())
    const auxiliary = transaction.raw_auxiliary_data()
    return {
      txId: TxId(own(transaction.transaction_hash()).to_hex()),
      body: hexOf(transaction.raw_body()),
      auxiliary: auxiliary && hexOf(auxiliary),
      auxiliaryHash: some(body.auxiliary_data_hash())?.to_hex(),
      policies: indexes(policies).map((at) => some(policies?.get(at))?.to_hex() ?? ''),
      scripts: indexes(scripts).map((at) => some(scripts?.get(at))?.to_hex() ?? ''),
      witnesses: indexes(vkeys).flatMap((at) => {
        const witness = some(vkeys?.get(at))
        if (witness === undefined) return []
        return {
          publicKey: own(own(witness.vkey()).public_key()).to_hex(),
          signature: own(witness.signature()).to_hex(),
        }
      }),
    }
  })
