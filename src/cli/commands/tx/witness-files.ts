import { hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError } from '#shared/errors.ts'
import { readWitness } from '#core/cardano/envelope.ts'
import { isWitnessText } from '#core/cardano/envelope-kind.ts'
import { TxId } from '#core/cardano/ids.ts'
import { keyHashOf, verifyWitness, type Witness } from '#core/cardano/keys.ts'
import { witnessesOf } from '#core/cardano/transactions/assemble.ts'
import { inspectTransaction } from '#core/cardano/transactions/inspect/inspect.ts'
import { readTransactionText } from '#core/cardano/transactions/tx-envelope.ts'
import type { InspectedTransaction } from '#core/signing/inspect-request.ts'

/** Which of the transactions a file belongs to, and the signatures in it. */
export const witnessesIn = (
  text: string,
  transactions: readonly InspectedTransaction[],
  path: string,
): { readonly position: number; readonly witnesses: readonly Witness[] } => {
  if (!isWitnessText(text)) {
    const copy = readTransactionText(text)
    const { txId } = inspectTransaction(copy)
    const position = transactions.findIndex(({ summary }) => summary.txId === txId)
    const own = transactions[position]
    if (own === undefined) throw foreign(path, `is transaction ${txId}`)
    return { position, witnesses: witnessesOf(own.bytes, copy) }
  }
  const witness = readWitness(text)
  const position = transactions.findIndex(({ summary }) =>
    verifyWitness(witness, TxId(summary.txId)),
  )
  if (position === -1)
    throw foreign(path, `holds a signature of key ${keyHashOf(hexToBytes(witness.publicKey))}`)
  return { position, witnesses: [witness] }
}

const foreign = (path: string, what: string): ColdpressError =>
  new ColdpressError(
    'invalid',
    `witness: ${path} ${what}, which is not of what is to be assembled; ask for a signature over this very transaction`,
  )
