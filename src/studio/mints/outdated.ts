import { isDeepStrictEqual } from 'node:util'
import type { Outdated } from '#contract/collections/collection.ts'
import { royaltyTerms } from '#cardano/royalty.ts'
import { payoutShares, unpaidShare } from '#cardano/transactions/build/payout-shares.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import type { Studio } from '../options.ts'
import { type CollectionRow, existingCollection } from '../store/collections.ts'
import { roundOfMint } from '../store/sale-rounds.ts'
import { findSaleOfMint } from '../store/sales.ts'
import { type MintRow, mintTransactions, type MintTransactionRow, unsignedMints } from './store.ts'

/**
 * A collection may change while transactions that were built before wait for signatures. Whoever
 * signs them still sends what they say. Templates are not compared: tokens keep the metadata that
 * they were made with, and with tokens a template does not change.
 */

type Fact = Outdated['facts'][number]
type Read = Pick<Studio, 'database'>

/** What a mint that waits for signatures says otherwise than its collection does now. */
const factsBeforeChange = (
  { database }: Read,
  mint: MintRow,
  collection: CollectionRow,
): readonly Fact[] => {
  if (mint.status !== 'awaiting_witnesses') return []
  const [first, ...others] = mintTransactions(database, mint.id)
  if (first === undefined) return []
  const mintsRoyalty = mint.kind === 'royalty' || mint.with_royalty
  const paysOthers =
    mint.kind === 'sale'
      ? [first, ...others].some(({ outputs }) => !paysShares(outputs, collection))
      : mintsRoyalty && !givesRoyaltyToken(first, collection)
  return [
    ...(paysOthers ? ['payout_address' as const] : []),
    ...(mintsRoyalty && !saysRoyalty(first, collection) ? ['royalty' as const] : []),
  ]
}

type Outputs = MintTransactionRow['outputs']

const paysShares = (outputs: Outputs, { payout_address: payout }: CollectionRow): boolean =>
  unpaidShare(
    outputs.map(({ address, lovelace }) => ({ address, lovelace: BigInt(lovelace) })),
    payout,
  ) === undefined

/** The first payout receives the royalty token, whose unit is the policy alone. */
const givesRoyaltyToken = (
  { outputs }: MintTransactionRow,
  { payout_address: payout, policy_id: policyId }: CollectionRow,
): boolean => {
  const [receiver] = payoutShares(payout)
  return outputs.some(
    ({ address, assets }) =>
      address === receiver?.address && assets.some(({ unit }) => unit === policyId),
  )
}

const saysRoyalty = ({ cbor }: MintTransactionRow, { royalty }: CollectionRow): boolean => {
  const { rate, address } = inspectTransaction(cbor).metadata?.royalty ?? {}
  return royalty !== null && isDeepStrictEqual({ rate, address }, royaltyTerms(royalty))
}

/** What of a collection waits for signatures and says what the collection said before a change. */
export const outdatedOf = (studio: Read, collection: CollectionRow): readonly Outdated[] => {
  const found = new Map<string, Outdated>()
  for (const mint of unsignedMints(studio.database, collection.id)) {
    const details = factsBeforeChange(studio, mint, collection)
    if (details.length === 0) continue
    const subject = subjectOf(studio, mint)
    const known = found.get(subject.id)?.facts ?? []
    found.set(subject.id, { ...subject, facts: [...new Set([...known, ...details])] })
  }
  return [...found.values()]
}

/** What can be withdrawn as a whole. A held mint belongs to a decision that is not made yet. */
const subjectOf = ({ database }: Read, { id, held }: MintRow): Pick<Outdated, 'kind' | 'id'> => {
  if (held) return { kind: 'mint', id }
  const round = roundOfMint(database, id)
  if (round !== undefined) return { kind: 'sale_round', id: round }
  const sale = findSaleOfMint(database, id)
  return sale === undefined ? { kind: 'mint', id } : { kind: 'sale', id: sale.id }
}

const nouns = { sale_round: 'signing round', sale: 'sale', mint: 'mint' } as const
const factWords = { payout_address: 'pays the payout address', royalty: 'has the royalty' } as const

const advice = {
  sale_round:
    'Withdraw it; its sales wait for the next round, which is built as the collection is.',
  sale: 'The studio does not sign it as it is. Refund the sale, or change the collection back.',
  mint: 'Cancel it, and build it again.',
} as const

export const outdatedWarning = ({ kind, id, facts: details }: Outdated): string =>
  `The ${nouns[kind]} ${id} waits for signatures and ${details.map((fact) => factWords[fact]).join(' and ')} of before the change: signed as it is, it is sent so. ${advice[kind]}`

/** The same of one mint, for those who are about to sign it. */
export const outdatedWarnings = (studio: Read, mint: MintRow): readonly string[] => {
  const details = factsBeforeChange(studio, mint, existingCollection(studio, mint.collection_id))
  return details.length === 0
    ? []
    : [outdatedWarning({ ...subjectOf(studio, mint), facts: [...details] })]
}
