import { ColdpressError } from '#values/errors/errors.ts'
import type { MintStatus } from '#contract/mints/mint.ts'
import type { SaleRound, SaleRounds } from '#contract/rounds/sale-round.ts'
import { timeOf } from '#cardano/slots.ts'
import { outdatedWarnings } from '../mints/outdated.ts'
import { keysHere, signaturesOf } from '../mints/sign.ts'
import { findMint, mintTransactions } from '../mints/store.ts'
import type { Studio } from '../options.ts'
import { keysElsewhere } from '../sales/deliver/delivery.ts'
import { adoptWatchedWallet } from '../sales/reserve/wallet.ts'
import { existingCollection } from '../store/collections.ts'
import { findDeliveryTime } from '../store/delivery-times.ts'
import { findRound, latestRounds, membersOf, type SaleRoundRow } from '../store/sale-rounds.ts'
import { warningsField } from '../server/warnings-field.ts'
import { waitingSales } from './waiting-sales.ts'

const shownRounds = 50

/** @throws ColdpressError `not_found` */
export const existingRound = (
  studio: Pick<Studio, 'database'>,
  collectionId: string,
  id: string,
): SaleRoundRow => {
  const row = findRound(studio.database, id)
  if (row?.collection_id === collectionId) return row
  existingCollection(studio, collectionId)
  throw new ColdpressError(
    'not_found',
    `there is no signing round of this id in the collection: ${id}`,
  )
}

export const roundsView = async (studio: Studio, collectionId: string): Promise<SaleRounds> => {
  const { database, network } = studio
  const collection = existingCollection(studio, collectionId)
  await adoptWatchedWallet(studio)
  return {
    keys_elsewhere: [...keysElsewhere(studio, collection)],
    delivers_within: findDeliveryTime(database, collectionId) ?? null,
    waiting: waitingSales(studio, collectionId).map(({ sale, end }) => ({
      sale_id: sale.id,
      deliver_by: timeOf(network, end).toISOString(),
    })),
    rounds: latestRounds(database, collectionId, shownRounds).map((row) => roundView(studio, row)),
  }
}

/** A round as the HTTP interface returns it. */
export const roundView = (studio: Studio, round: SaleRoundRow): SaleRound => {
  const mints = membersOf(studio.database, round.id).map((member) => mintOf(studio, member))
  const missing = [...new Set(mints.flatMap((mint) => mint.missing))]
  const here = new Set(mints.flatMap((mint) => mint.here))
  const ends = mints.map(({ validUntil }) => validUntil)
  const end = ends.reduce((first, slot) => (slot < first ? slot : first), ends[0] ?? 0n)
  return {
    id: round.id,
    collection_id: round.collection_id,
    status: statusOf(new Set(mints.map(({ status }) => status))),
    sales: mints.map(({ saleId, mintId, txId, status }) => ({
      sale_id: saleId,
      mint_id: mintId,
      tx_id: txId,
      status,
    })),
    missing,
    missing_here: missing.filter((keyHash) => here.has(keyHash)),
    valid_until: timeOf(studio.network, end).toISOString(),
    ...warningsField([...new Set(mints.flatMap(({ warnings }) => warnings))]),
    created_at: round.created_at,
  }
}

const mintOf = (
  studio: Studio,
  { sale_id: saleId, mint_id: mintId }: ReturnType<typeof membersOf>[number],
) => {
  const mint = findMint(studio.database, mintId)
  const [transaction] = mintTransactions(studio.database, mintId)
  if (mint === undefined || transaction === undefined)
    throw new ColdpressError(
      'internal',
      `The mint ${mintId} of a signing round has no transaction.`,
    )
  const isOpen = mint.status === 'awaiting_witnesses'
  const missing = isOpen ? signaturesOf(studio, transaction).missing : []
  const here = isOpen ? keysHere(studio, mint) : new Map<string, unknown>()
  return {
    saleId,
    mintId,
    txId: transaction.tx_id,
    status: mint.status,
    validUntil: transaction.valid_until,
    missing,
    here: missing.filter((keyHash) => here.has(keyHash)),
    warnings: outdatedWarnings(studio, mint),
  }
}

const statusOf = (statuses: ReadonlySet<MintStatus>): SaleRound['status'] => {
  if (statuses.has('awaiting_witnesses')) return 'awaiting_witnesses'
  if (statuses.has('submitting') || statuses.has('minting')) return 'sending'
  if (statuses.has('completed')) return 'completed'
  return statuses.has('failed') ? 'ended' : 'withdrawn'
}
