import { ColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { SaleRound } from '#contract/rounds/sale-round.ts'
import { writeWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import type { Witness } from '#cardano/keys.ts'
import { witnessSearch } from '#cardano/transactions/witness-search.ts'
import { readEach, type SignedFile } from '../mints/signed-file.ts'
import { keyOf, readDelivery, witnessesWith } from '../signing/inbox-read.ts'

type Asked = {
  readonly round: SaleRound
  /** Its mints that wait for signatures. */
  readonly mints: readonly Mint[]
  /** Other rounds of the collection, to say which one a file is of. */
  readonly others: readonly SaleRound[]
}

/**
 * The signatures for a round in files, by mint: witness files, or signed copies of its transactions.
 * Signatures for sales that are signed already are left out, as are extra ones in a copy.
 * @throws ColdpressError `invalid` with the file's name
 */
export const witnessesForRound = (
  asked: Asked,
  files: readonly SignedFile[],
): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const { mintId, witness } of readEach(files, (text) => signedIn(asked, text)))
    found.set(mintId, [...(found.get(mintId) ?? []), writeWitness(witness)])
  return found
}

type Signed = { readonly mintId: string; readonly witness: Witness }

const signedIn = (asked: Asked, text: string): readonly Signed[] => {
  const delivery = readDelivery(text)
  if (delivery.kind === 'witnesses') return signedBy(asked, delivery.witnesses)
  const own = new Set(asked.round.sales.map(({ tx_id: txId }) => txId))
  const mine = delivery.transactions.filter(({ txId }) => own.has(txId))
  const [first] = delivery.transactions
  if (mine.length === 0) throw notOfRound(asked, first?.txId)
  return mine
    .flatMap(witnessesWith)
    .flatMap(({ txId, witness }) => forMint(asked.mints, txId, witness))
}

const signedBy = (asked: Asked, witnesses: readonly Witness[]): readonly Signed[] => {
  const { sales } = asked.round
  const search = witnessSearch(sales.map(({ tx_id: txId }) => TxId(txId)))
  return witnesses.flatMap((witness) => {
    const its = sales[search(witness)]
    if (its === undefined) throw notOfRound(asked, signedElsewhere(asked, witness))
    const found = forMint(asked.mints, its.tx_id, witness)
    const isDone = asked.mints.every(({ id }) => id !== its.mint_id)
    if (found.length > 0 || isDone) return found
    throw new ColdpressError(
      'invalid',
      `nobody asked key ${keyOf(witness)} to sign this round; leave the file out`,
    )
  })
}

/** The transaction of another round that a witness signs. */
const signedElsewhere = ({ others }: Asked, witness: Witness): string | undefined => {
  const ids = others.flatMap(({ sales }) => sales.map(({ tx_id: txId }) => TxId(txId)))
  return ids[witnessSearch(ids)(witness)]
}

const forMint = (mints: readonly Mint[], txId: string, witness: Witness): readonly Signed[] =>
  mints
    .filter(({ transactions }) =>
      transactions.some(
        (one) => one.tx_id === txId && one.required_signers.includes(keyOf(witness)),
      ),
    )
    .map(({ id }) => ({ mintId: id, witness }))

/** @param txId what the file signs, as far as that is known */
const notOfRound = ({ round, others }: Asked, txId: string | undefined): ColdpressError => {
  const other = others.find(({ sales }) => sales.some((one) => one.tx_id === txId))
  return new ColdpressError(
    'invalid',
    other === undefined
      ? `it signs ${txId === undefined ? 'none of the transactions' : `transaction ${txId}, which is none`} of the signing round ${round.id}; ask for the signatures of this very round`
      : `it is of the signing round ${other.id}, which ${states[other.status]}; the round ${round.id} has other transactions, so sign the request of that one`,
  )
}

const states: Readonly<Record<SaleRound['status'], string>> = {
  awaiting_witnesses: 'waits for its own signatures',
  sending: 'is signed already',
  completed: 'is delivered already',
  ended: 'is stale, because its time ended before it was signed',
  withdrawn: 'is stale, because it was withdrawn',
}
