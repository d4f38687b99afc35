import { ColdpressError, isColdpressError } from '#shared/errors.ts'
import type { Mint, WitnessesRequest } from '#shared/wire/mint.ts'
import { writeWitness } from '../cardano/envelope.ts'
import type { Witness } from '../cardano/keys.ts'
import { witnessSearch } from '../cardano/transactions/witness-search.ts'
import { TxId } from '../cardano/ids.ts'
import { keyOf, readDelivery, witnessesWith } from '../signing/inbox-read.ts'

/** A file returned by a signer; `name` is for messages. */
export type SignedFile = { readonly name: string; readonly text: string }

/**
 * The signatures for a mint in files: files of witnesses, or signed copies of its
 * transactions, alone or in a signing request. Extra signatures in a copy are ignored; a separate
 * witness must be a requested one.
 * @throws ColdpressError `invalid` with the file's name
 */
export const witnessesFor = (mint: Mint, files: readonly SignedFile[]): WitnessesRequest => ({
  witnesses: files.flatMap(({ name, text }) => {
    try {
      return witnessesIn(mint, text).map(writeWitness)
    } catch (error) {
      if (!isColdpressError(error, 'invalid')) throw error
      throw new ColdpressError('invalid', `${name}: ${error.message}`, { cause: error })
    }
  }),
})

const witnessesIn = (mint: Mint, text: string): readonly Witness[] => {
  const delivery = readDelivery(text)
  if (delivery.kind === 'witnesses') return requireRequested(mint, delivery.witnesses)
  const required = new Map(mint.transactions.map((one) => [one.tx_id, one.required_signers]))
  const own = delivery.transactions.filter(({ txId }) => required.has(txId))
  if (own.length === 0)
    throw new ColdpressError(
      'invalid',
      `it holds transaction ${delivery.transactions[0]?.txId ?? ''}, which is not of this mint, so its signatures are worth nothing here`,
    )
  return own
    .flatMap(witnessesWith)
    .filter(({ txId, witness }) => required.get(txId)?.includes(keyOf(witness)))
    .map(({ witness }) => witness)
}

const requireRequested = (
  { transactions }: Mint,
  witnesses: readonly Witness[],
): readonly Witness[] => {
  const search = witnessSearch(transactions.map(({ tx_id: txId }) => TxId(txId)))
  for (const witness of witnesses) {
    const signed = transactions[search(witness)]
    if (signed === undefined)
      throw new ColdpressError(
        'invalid',
        `the signature of key ${keyOf(witness)} is over none of this mint's transactions; ask for one over the request of this very mint`,
      )
    if (!signed.required_signers.includes(keyOf(witness)))
      throw new ColdpressError(
        'invalid',
        `nobody asked key ${keyOf(witness)} to sign this mint; leave the file out`,
      )
  }
  return witnesses
}
