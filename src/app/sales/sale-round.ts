import { ColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { SaleRound } from '#contract/rounds/sale-round.ts'
import type { MintingClient } from '../api/client.ts'
import { parentsOf } from '../mints/inspect-mint.ts'
import { thumbnailsOf, type ThumbnailSources } from '../mints/mint-thumbnails.ts'
import { payoutAddressesOf } from '../mints/payout-addresses.ts'
import type { SignedFile } from '../mints/signed-file.ts'
import type { SigningRequest } from '../signing/request-types.ts'
import { type RoundMint, requestOfRound } from './round-request.ts'
import { witnessesForRound } from './round-witnesses.ts'

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
    { round, mints, others: rounds.filter((one) => one.id !== id) },
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
