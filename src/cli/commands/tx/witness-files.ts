import { hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#shared/errors.ts'
import { readWitnesses } from '#core/cardano/envelope.ts'
import { isWitnessText } from '#core/cardano/envelope-kind.ts'
import { TxId } from '#core/cardano/ids.ts'
import { keyHashOf, type Witness } from '#core/cardano/keys.ts'
import { witnessesOf } from '#core/cardano/transactions/assemble.ts'
import { witnessSearch } from '#core/cardano/transactions/witness-search.ts'
import { inspectTransaction } from '#core/cardano/transactions/inspect/inspect.ts'
import { readTransactionText } from '#core/cardano/transactions/tx-envelope.ts'
import type { InspectedTransaction } from '#core/signing/inspect-request.ts'

/** The signatures in a file, each with the position of the transaction that it is over. */
export const witnessesIn = (
  text: string,
  transactions: readonly InspectedTransaction[],
  path: string,
): readonly { readonly position: number; readonly witness: Witness }[] => {
  if (!isWitnessText(text)) {
    const copy = readTransactionText(text)
    const { txId } = inspectTransaction(copy)
    const position = transactions.findIndex(({ summary }) => summary.txId === txId)
    const own = transactions[position]
    if (own === undefined) throw foreign(path, `is transaction ${txId}`)
    return witnessesOf(own.bytes, copy).map((witness) => ({ position, witness }))
  }
  const search = witnessSearch(transactions.map(({ summary }) => TxId(summary.txId)))
  return readWitnesses(text).map((witness) => {
    const position = search(witness)
    if (position === -1)
      throw foreign(path, `holds a signature of key ${keyHashOf(hexToBytes(witness.publicKey))}`)
    return { position, witness }
  })
}

const foreign = (path: string, what: string): ColdpressError =>
  new ColdpressError(
    'invalid',
    `witness: ${path} ${what}, which is not of what is to be assembled; ask for a signature over this very transaction`,
  )
