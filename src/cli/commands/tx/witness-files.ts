import { ColdpressError } from '#values/errors/errors.ts'
import { TxId } from '#cardano/ids.ts'
import type { Witness } from '#cardano/keys.ts'
import { witnessesInCopy } from '#cardano/transactions/assemble.ts'
import { witnessSearch } from '#cardano/transactions/witness-search.ts'
import { keyOf, readDelivery } from '#app/signing/inbox-read.ts'
import type { InspectedTransaction } from '#app/signing/inspect-request.ts'

/**
 * The signatures in a file, each with the position of the transaction that it is over: a file of
 * witnesses, or a copy of the transactions that others have signed, alone or in a signing request.
 */
export const witnessesIn = (
  text: string,
  transactions: readonly InspectedTransaction[],
  path: string,
): readonly { readonly position: number; readonly witness: Witness }[] => {
  const delivery = readDelivery(text)
  if (delivery.kind === 'transactions') {
    const copies = new Map<string, Uint8Array>(
      delivery.transactions.map(({ txId, bytes }) => [txId, bytes]),
    )
    const [first = ''] = copies.keys()
    if (transactions.every(({ summary }) => !copies.has(summary.txId)))
      throw foreign(path, `is transaction ${first}`)
    return transactions.flatMap(({ bytes, summary }, position) =>
      witnessesInCopy(bytes, copies.get(summary.txId) ?? bytes).map((witness) => ({
        position,
        witness,
      })),
    )
  }
  const search = witnessSearch(transactions.map(({ summary }) => TxId(summary.txId)))
  return delivery.witnesses.map((witness) => {
    const position = search(witness)
    if (position === -1) throw foreign(path, `holds a signature of key ${keyOf(witness)}`)
    return { position, witness }
  })
}

const foreign = (path: string, what: string): ColdpressError =>
  new ColdpressError(
    'invalid',
    `witness: ${path} ${what}, which is not of what is to be assembled; ask for a signature over this very transaction`,
  )
