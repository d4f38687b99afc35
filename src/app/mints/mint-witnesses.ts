import { ColdpressError } from '#values/errors/errors.ts'
import type { Mint, WitnessesRequest } from '#contract/mints/mint.ts'
import { writeWitness } from '#cardano/envelope.ts'
import type { Witness } from '#cardano/keys.ts'
import type { MintingClient } from '../api/client.ts'
import { witnessSearch } from '#cardano/transactions/witness-search.ts'
import { TxId } from '#cardano/ids.ts'
import { readEachSigned, type SignedFile } from './signed-file.ts'
import { replacedMint } from './stale-mint.ts'
import { keyOf, readDelivery, witnessesWith } from '../signing/inbox-read.ts'

/**
 * Gives a mint the signatures in files. Given twice, they are as good as given once.
 * @throws ColdpressError as `witnessesFor` and the client, which says what took the place of a mint
 */
export const addSignatures = async (
  client: Pick<MintingClient, 'getMint' | 'addWitnesses'>,
  mint: Mint,
  files: readonly SignedFile[],
): Promise<Mint> => {
  const request = witnessesFor(mint, files, await replacedMint(client, mint))
  const isReplaced = (mint.replaced_by ?? null) !== null
  return mint.status === 'awaiting_witnesses' || isReplaced
    ? client.addWitnesses(mint.collection_id, mint.id, request)
    : mint
}

/**
 * The signatures for a mint in files: files of witnesses, or signed copies of its
 * transactions, alone or in a signing request. Extra signatures in a copy are ignored; a separate
 * witness must be a requested one.
 * @param replaced the mint in whose place this one was built, to name its signatures as such
 * @throws ColdpressError `invalid` with the file's name
 */
export const witnessesFor = (
  mint: Mint,
  files: readonly SignedFile[],
  replaced?: Mint,
): WitnessesRequest => ({
  witnesses: readEachSigned(files, (text) => witnessesIn(mint, text, replaced)).map(writeWitness),
})

const witnessesIn = (mint: Mint, text: string, replaced: Mint | undefined): readonly Witness[] => {
  const delivery = readDelivery(text)
  if (delivery.kind === 'witnesses') return requireRequested(mint, delivery.witnesses, replaced)
  const required = new Map(
    mint.transactions.map((transaction) => [transaction.tx_id, transaction.required_signers]),
  )
  const own = delivery.transactions.filter(({ txId }) => required.has(txId))
  if (own.length === 0 && delivery.transactions.some(({ txId }) => isOf(replaced, txId)))
    throw signedTooLate(mint)
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
  mint: Mint,
  witnesses: readonly Witness[],
  replaced: Mint | undefined,
): readonly Witness[] => {
  const { transactions } = mint
  const search = searchIn(mint)
  for (const witness of witnesses) {
    const signed = transactions[search(witness)]
    if (signed === undefined && replaced !== undefined && searchIn(replaced)(witness) !== -1)
      throw signedTooLate(mint)
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

const searchIn = ({ transactions }: Mint) =>
  witnessSearch(transactions.map(({ tx_id: txId }) => TxId(txId)))

const isOf = (mint: Mint | undefined, txId: string): boolean =>
  mint?.transactions.some(({ tx_id: own }) => own === txId) === true

const signedTooLate = ({ id, replaces }: Mint): ColdpressError =>
  new ColdpressError(
    'invalid',
    `it signs the old file, of mint ${replaces}, whose time ended. That was built again as mint ${id}: sign the file of mint ${id}`,
  )
