import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { SaleRound } from '#contract/rounds/sale-round.ts'
import { writeWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import type { Witness } from '#cardano/keys.ts'
import { witnessSearch } from '#cardano/transactions/witness-search.ts'
import { refText } from '#cardano/utxo.ts'
import type { MintingClient } from '../api/client.ts'
import { line, parentsOf, type RequestContext, requestOfMint } from '../mints/mint-request.ts'
import { thumbnailsOf, type ThumbnailSources } from '../mints/mint-thumbnails.ts'
import { payoutAddressesOf } from '../mints/payout-addresses.ts'
import { readEachSigned, type SignedFile } from '../mints/signed-file.ts'
import { keyOf, readDelivery, witnessesWith } from '../signing/inbox-read.ts'
import type { SigningRequest } from '../signing/request-types.ts'

type RoundClient = Pick<
  MintingClient,
  | 'getMint'
  | 'getMintParents'
  | 'getCollection'
  | 'getToken'
  | 'saleRounds'
  | 'getSaleRound'
  | 'addWitnesses'
>

/** The mints of a round that wait for signatures. */
const openMints = async (
  client: Pick<MintingClient, 'getMint'>,
  { collection_id: collectionId, sales }: SaleRound,
): Promise<readonly Mint[]> => {
  const mints: Mint[] = []
  for (const { mint_id: id, status } of sales)
    if (status === 'awaiting_witnesses') mints.push(await client.getMint(collectionId, id))
  return mints.filter(({ status }) => status === 'awaiting_witnesses')
}

/**
 * A round as one signing request, with the signatures that it has so far and small images.
 * @throws ColdpressError `conflict` when nothing of it waits for signatures
 */
export const signingRequestOf = async (
  client: RoundClient,
  round: SaleRound,
  sources: Omit<ThumbnailSources, 'client'>,
): Promise<SigningRequest> => {
  const { name, payout_address: payout } = await client.getCollection(round.collection_id)
  const mints: RoundMint[] = []
  for (const mint of await openMints(client, round))
    mints.push({ mint, parents: await parentsOf(client, mint) })
  const [first] = mints
  return requestOfRound(mints, {
    collectionName: name,
    payoutAddresses: payoutAddressesOf(payout),
    thumbnails:
      first === undefined
        ? []
        : await thumbnailsOf(
            { ...first.mint, tokens: mints.flatMap(({ mint }) => mint.tokens) },
            { ...sources, client },
          ),
    createdAt: new Date(),
  })
}

type RoundMint = { readonly mint: Mint; readonly parents: readonly Uint8Array[] }

/**
 * The mints of a signing round that still wait for signatures, as one signing request.
 * @throws ColdpressError `conflict` without any; `too_large` for more than a request holds
 */
const requestOfRound = (
  mints: readonly RoundMint[],
  context: Omit<RequestContext, 'parents'>,
): SigningRequest => {
  const each = mints.map(({ mint, parents }) =>
    requestOfMint(mint, { ...context, thumbnails: [], parents }),
  )
  const [first] = each
  if (first === undefined)
    throw new ColdpressError('conflict', 'round: nothing of it waits for signatures any more')
  const tokens = mints.reduce((sum, { mint }) => sum + mint.tokens.length, 0)
  return {
    ...first,
    title: line(
      `Deliver ${countText(mints.length, 'sale')} of ${context.collectionName}: ${countText(tokens, 'token')}`,
    ),
    transactions: each.flatMap(({ transactions }) => transactions),
    parents: distinct(
      each.flatMap(({ parents }) => parents),
      bytesToHex,
    ),
    resolvedInputs: distinct(
      each.flatMap(({ resolvedInputs }) => resolvedInputs),
      refText,
    ),
    paymentKeys: each.flatMap(({ paymentKeys }) => paymentKeys),
    expected: each.flatMap(({ expected }) => expected),
    thumbnails: context.thumbnails.map((thumbnail) => ({
      ...thumbnail,
      name: line(thumbnail.name),
    })),
  }
}

/** Two sales may have been paid by one transaction. */
const distinct = <T>(all: readonly T[], idOf: (item: T) => string): readonly T[] => [
  ...new Map(all.map((item) => [idOf(item), item])).values(),
]

/**
 * Adds signatures that came back for a round, each to its mint; a signature that is there already
 * does no harm.
 * @throws ColdpressError `invalid` for a file that is of no or another round; `conflict` when the
 * round's time is over
 */
export const addRoundWitnesses = async (
  client: RoundClient,
  round: SaleRound,
  files: readonly SignedFile[],
  now: Date,
): Promise<SaleRound> => {
  const { id, collection_id: collectionId } = round
  const { rounds } = await client.saleRounds(collectionId)
  const mints = await openMints(client, round)
  const found = witnessesForRound(
    { round, mints, others: rounds.filter((other) => other.id !== id) },
    files,
  )
  if (mints.length > 0 && Date.parse(round.valid_until) <= now.getTime())
    throw new ColdpressError(
      'conflict',
      `round: its time ended at ${round.valid_until}, so its signatures are worth nothing any more. Withdraw it, or wait until its sales are free again; then build a new round and sign that.`,
    )
  for (const [mintId, witnesses] of found)
    await client.addWitnesses(collectionId, mintId, { witnesses: [...witnesses] })
  return client.getSaleRound(collectionId, id)
}

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
const witnessesForRound = (
  asked: Asked,
  files: readonly SignedFile[],
): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const { mintId, witness } of readEachSigned(files, (text) => signedIn(asked, text)))
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
    const signed = sales[search(witness)]
    if (signed === undefined) throw notOfRound(asked, signedElsewhere(asked, witness))
    const found = forMint(asked.mints, signed.tx_id, witness)
    const isDone = asked.mints.every(({ id }) => id !== signed.mint_id)
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
        (transaction) =>
          transaction.tx_id === txId && transaction.required_signers.includes(keyOf(witness)),
      ),
    )
    .map(({ id }) => ({ mintId: id, witness }))

/** @param txId what the file signs, as far as that is known */
const notOfRound = ({ round, others }: Asked, txId: string | undefined): ColdpressError => {
  const other = others.find(({ sales }) => sales.some((sale) => sale.tx_id === txId))
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
