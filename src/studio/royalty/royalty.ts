import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { missingAdaText } from '#values/text/format.ts'
import { royaltyText } from '#contract/royalty/royalty-text.ts'
import type {
  RoyaltyConfirmation,
  RoyaltyConfirmationRequest,
  RoyaltyView,
} from '#contract/mints/mint.ts'
import { royaltyTerms } from '#cardano/royalty.ts'
import { buildRoyaltyMint } from '#cardano/transactions/build/build-royalty.ts'
import { placeholderUtxo } from '#cardano/transactions/build/balance.ts'
import { missingAdaOf, spentOfFunding } from '#cardano/transactions/build/pay.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import type { Utxo } from '#cardano/utxo.ts'
import type { PolicyRoyalty } from '#chain/gateway/policy-royalty.ts'
import { readChainState, type MintChainState } from '../mints/build-context.ts'
import { chainAnswer, requireChain } from '../mints/chain.ts'
import { mintPolicyOf } from '../mints/choose-signers.ts'
import { finalityOfMint } from '../mints/finality.ts'
import { paymentKeyOf } from '../mints/payment-key.ts'
import { isOver, isUnderWay, readPolicyRoyalty, royaltyAmong } from '../mints/policy-royalty.ts'
import { unreadableText } from '../mints/royalty-state.ts'
import {
  findRoyalty,
  findRoyaltyConfirmation,
  isLastConfirmed,
  isRoyaltyUnread,
} from '../mints/royalty-store.ts'
import { signHere } from '../mints/sign.ts'
import { requireSingleRoyalty } from '../mints/still-signable.ts'
import { isRebuilt } from '../mints/withdraw-unconfirmed.ts'
import { reserveMint } from '../mints/reserve-mint.ts'
import {
  hasOpenTokenMint,
  latestRoyaltyMint,
  type MintRow,
  mintTransactions,
} from '../mints/store.ts'
import type { Studio } from '../options.ts'
import { royaltyOrder, sealOrder } from '../seals/orders.ts'
import { requireCollection } from '../seals/require-collection.ts'
import { type CollectionRow, existingCollection } from '../store/collections.ts'
import { isRoyaltyConfirmed, noteRoyaltyConfirmed } from './royalty-confirmation.ts'

export type WithRoyalty = CollectionRow & {
  readonly royalty: NonNullable<CollectionRow['royalty']>
}

/** @throws ColdpressError `not_found`; `conflict` for a collection that was created without one */
export const royaltyCollection = (studio: Studio, collectionId: string): WithRoyalty => {
  const collection = existingCollection(studio, collectionId)
  const { royalty } = collection
  if (royalty !== null) return { ...collection, royalty }
  throw new ColdpressError('conflict', 'royalty: the collection was created without one')
}

/** The amount that is asked for is a round one: wallets take what a person can type. */
const roundLovelace = 100_000n

const rounded = (lovelace: bigint): bigint =>
  ((lovelace + roundLovelace - 1n) / roundLovelace) * roundLovelace

/** The creator, whom the first payout names. */
export const royaltyReceiverOf = ({ payout_address: payout }: CollectionRow): string =>
  typeof payout === 'string' ? payout : (payout[0]?.addr ?? '')

const build = (
  { context, minted }: MintChainState,
  collection: WithRoyalty,
  utxos: readonly Utxo[],
): BuiltTransaction => {
  const { royalty } = collection
  const funding = { ...context.funding, utxos }
  return buildRoyaltyMint(
    { ...context, funding },
    {
      policy: mintPolicyOf(collection, undefined, context.slot),
      royalty,
      address: royaltyReceiverOf(collection),
      minted,
    },
  )
}

/** What is missing when these are spent; undefined when they suffice. */
const shortfall = (
  chainState: MintChainState,
  collection: WithRoyalty,
  utxos: readonly Utxo[],
): bigint | undefined => {
  try {
    build(chainState, collection, utxos)
    return undefined
  } catch (error) {
    const missing = missingAdaOf(error)
    if (missing === undefined) throw error
    return missing
  }
}

const royaltyContextOf = async (
  studio: Studio,
  collection: WithRoyalty,
): Promise<MintChainState> => {
  const { address } = await paymentKeyOf(studio, collection.id)
  return readChainState(studio, {
    policyId: collection.policy_id,
    fundingAddress: address,
    validForSeconds: validForOf(studio, collection),
  })
}

/** How many seconds there are to sign the token, where the user chose it. */
const validForOf = ({ database }: Studio, collection: WithRoyalty): number | undefined =>
  findRoyaltyConfirmation(database, collection)?.valid_for ?? undefined

/** The chain does not know of them yet. */
export const tokensFirst =
  'royalty: tokens of this policy are on their way, in another collection, and with the first of them it could have no royalty any more (CIP-27). Cancel that mint, or do without a royalty.'

/**
 * Mints the royalty token if it is paid for and not under way. A mint that failed stays failed until
 * somebody asks for it again (`again`): what the ledger rejected once, it would refuse again.
 * @throws ColdpressError of the vault's store, the gateway and the builder
 */
export const mintRoyaltyIfPaid = async (
  studio: Studio,
  collectionId: string,
  { again, replaces }: { readonly again: boolean; readonly replaces?: string },
): Promise<void> => {
  const collection = royaltyCollection(studio, collectionId)
  if (findRoyalty(studio.database, collection.policy_id) !== undefined) return
  if (!(await isRoyaltyConfirmed(studio, collection))) return
  const isUnderWay = (): boolean => {
    const mint = latestRoyaltyMint(studio.database, collection.policy_id)
    return mint !== undefined && !isRebuilt(mint) && !(again && isOver(mint))
  }
  if (isUnderWay()) return
  const { address } = await paymentKeyOf(studio, collectionId)
  // One call shows for most collections that nobody has paid yet.
  if ((await chainAnswer(requireChain(studio).gateway.utxosAt(address))).length === 0) return
  const chainState = await royaltyContextOf(studio, collection)
  const { utxos } = chainState.context.funding
  if ((await royaltyAmong(studio, collection, chainState)) !== undefined) return
  if (shortfall(chainState, collection, utxos) !== undefined) return
  await requireCollection(studio, collection)
  const built = [build(chainState, collection, utxos)]
  const id = studio.nextId()
  const change = chainState.context.funding.changeAddress
  const order = await sealOrder(
    studio,
    royaltyOrder(id, collection, { built, to: royaltyReceiverOf(collection), change }),
  )
  const isTaken = studio.database.transact(() => {
    // Corrected meanwhile, it is another royalty, which nobody has confirmed.
    if (isUnderWay() || !isLastConfirmed(studio.database, collection)) return false
    if (hasOpenTokenMint(studio.database, collection.policy_id))
      throw new ColdpressError('conflict', tokensFirst)
    requireSingleRoyalty(studio, collection, { built, chain: chainState })
    reserveMint(studio, collection, order, {
      built,
      tokens: [],
      dated: chainState.dated,
      replaces,
      validFor: validForOf(studio, collection),
    })
    return true
  })
  if (isTaken) await signHere(studio, id)
}

/**
 * How far a collection's royalty token is. Asking makes the key that it is paid to.
 * @param ownOrigin of the server on loopback: no other has the page of a royalty
 * @throws ColdpressError `not_found`, `conflict`; of the vault's store and the gateway
 */
export const viewRoyalty = async (
  studio: Studio,
  collectionId: string,
  ownOrigin: string,
): Promise<RoyaltyView> => {
  const collection = royaltyCollection(studio, collectionId)
  await requireCollection(studio, collection)
  return readRoyalty(studio, collection, ownOrigin)
}

/** As {@link viewRoyalty}, of a collection that may still be changed: no seal of it is checked. */
export const readRoyalty = async (
  studio: Studio,
  collection: WithRoyalty,
  ownOrigin: string,
): Promise<RoyaltyView> => {
  const base: RoyaltyView = {
    status: 'minted',
    confirmed: true,
    message: null,
    address: null,
    amount: null,
    paid: null,
    cost: null,
    payment_link: royaltyLink(ownOrigin, collection.id),
    valid_for_seconds: validForOf(studio, collection) ?? null,
    mint_id: null,
    tx_id: null,
    confirmations: 0,
  }
  const mint = latestRoyaltyMint(studio.database, collection.policy_id)
  const isConfirmed = mint !== undefined || (await isRoyaltyConfirmed(studio, collection))
  const minted = await knownRoyalty(studio, collection, { mint, isConfirmed })
  if (minted !== undefined) return { ...base, ...ofMinted(studio, mint, minted) }
  if (studio.chain === undefined)
    return { ...base, status: 'not_read', confirmed: isConfirmed, message: notReadText }
  if (!isConfirmed)
    return { ...base, status: 'unpaid', confirmed: false, message: unconfirmed(studio, collection) }
  const { address } = await paymentKeyOf(studio, collection.id)
  if (mint === undefined)
    return { ...base, address, ...(await unpaid(studio, collection, undefined)) }
  const view = { ...base, address, ...ofMint(studio, mint) }
  if (isOver(mint)) return { ...view, ...(await failed(studio, collection, mint)) }
  const status = mint.status === 'awaiting_witnesses' ? mint.status : 'minting'
  return { ...view, status, message: mint.error }
}

const notReadText =
  'Not read yet: this studio has no gateway to the chain, so it is unknown whether the policy has a royalty token already. Nothing is minted or sold before that is read. Set a gateway in the settings, or start the studio with a devnet.'

/**
 * What is known of a policy's royalty on chain. What `unpaid` finds out by itself is not asked here.
 */
const knownRoyalty = async (
  studio: Studio,
  { policy_id: policyId }: WithRoyalty,
  { mint, isConfirmed }: { readonly mint: MintRow | undefined; readonly isConfirmed: boolean },
): Promise<PolicyRoyalty | undefined> => {
  const stored = findRoyalty(studio.database, policyId)
  if (stored !== undefined || studio.chain === undefined || isUnderWay(mint)) return stored
  const isToBeRead =
    !isConfirmed || mint?.status === 'completed' || isRoyaltyUnread(studio.database, policyId)
  return isToBeRead ? readPolicyRoyalty(studio, policyId) : undefined
}

/** A royalty token that is on chain; `mint` is the last one that was built here. */
const ofMinted = (
  studio: Studio,
  mint: MintRow | undefined,
  { txId, terms, unreadable }: PolicyRoyalty,
): Pick<RoyaltyView, 'status' | 'message' | 'tx_id' | 'mint_id' | 'confirmations'> &
  Partial<RoyaltyView> => {
  const own = ofMint(studio, mint)
  const base = own.tx_id === txId ? own : { ...ofMint(studio, undefined), tx_id: txId }
  return terms === null
    ? { ...base, status: 'impossible', message: unreadableText({ txId, terms, unreadable }) }
    : { ...base, status: 'minted', message: null, on_chain: terms }
}

const unconfirmed = ({ seals, database }: Studio, collection: WithRoyalty): string =>
  seals.isConfirmedElsewhere({ kind: 'royalty' }) && isLastConfirmed(database, collection)
    ? `${royaltyOf(collection)} was confirmed over the interface and waits for its creator: the token is not minted before the vault of the creator has confirmed it.`
    : notConfirmed(collection)

const royaltyOf = ({ royalty }: WithRoyalty): string =>
  `The royalty of ${royaltyText(royaltyTerms(royalty))}`

const notConfirmed = ({ royalty }: WithRoyalty): string =>
  `Nobody has confirmed the royalty yet: ${royaltyText(royaltyTerms(royalty))}. It can never be changed once its token is minted. Review and confirm it first.`

/**
 * Notes that rate and address were confirmed, as they were shown.
 * @throws ColdpressError `not_found`; `conflict` when the royalty is another one, there is none, or its
 * token is minted
 */
export const confirmRoyalty = async (
  studio: Studio,
  collectionId: string,
  { valid_for_seconds: validFor, ...shown }: RoyaltyConfirmationRequest,
): Promise<void> => {
  const collection = royaltyCollection(studio, collectionId)
  if (findRoyalty(studio.database, collection.policy_id) !== undefined)
    throw new ColdpressError(
      'conflict',
      'royalty: its token is minted already, so there is nothing to confirm any more.',
    )
  requireShown(collection, shown)
  await noteRoyaltyConfirmed(studio, collection, validFor)
}

/**
 * What somebody confirmed must be the collection's royalty now.
 * @throws ColdpressError `conflict`
 */
export const requireShown = ({ royalty }: WithRoyalty, shown: RoyaltyConfirmation): void => {
  const terms = royaltyTerms(royalty)
  if (shown.rate !== terms.rate || shown.address !== terms.address)
    throw new ColdpressError(
      'conflict',
      `royalty: it is ${royaltyText(terms)}, and ${royaltyText(shown)} was confirmed. Look at it again.`,
    )
}

/**
 * A royalty is part of what was promised: it is given up only when its token can never be minted.
 * @throws ColdpressError `conflict` while it can, or is minted; as {@link viewRoyalty}
 */
export const requireImpossible = async (
  studio: Studio,
  collectionId: string,
  ownOrigin: string,
): Promise<void> => {
  if (existingCollection(studio, collectionId).royalty === null) return
  const { status } = await viewRoyalty(studio, collectionId, ownOrigin)
  if (status === 'impossible') return
  throw new ColdpressError(
    'conflict',
    `royalty: its token is ${status.replaceAll('_', ' ')}, so the royalty cannot be given up; that is possible only where the token can never be minted`,
  )
}

type Payment = Pick<RoyaltyView, 'status' | 'message' | 'amount' | 'paid'> & Partial<RoyaltyView>

/** What was paid may be gone meanwhile: withdrawn, or spent on something else. */
const failed = async (studio: Studio, collection: WithRoyalty, mint: MintRow): Promise<Payment> => {
  const now = await unpaid(studio, collection, mint)
  if (now.status !== 'unpaid') return now
  const why = now.amount === null ? [mint.error] : [mint.error, now.message]
  const message = why.filter((sentence) => sentence !== null).join(' ')
  return { ...now, status: 'failed', message: message === '' ? null : message }
}

const ofMint = (
  studio: Studio,
  mint: MintRow | undefined,
): Pick<RoyaltyView, 'mint_id' | 'tx_id' | 'confirmations' | 'finality'> => {
  const [transaction] = mint === undefined ? [] : mintTransactions(studio.database, mint.id)
  if (mint === undefined || transaction === undefined)
    return { mint_id: null, tx_id: null, confirmations: 0 }
  const submission = studio.chain?.submissions.find(transaction.tx_id)
  return {
    mint_id: mint.id,
    tx_id: transaction.tx_id,
    confirmations: submission?.confirmations ?? 0,
    finality: finalityOfMint(studio, mint.id),
  }
}

/** What is to be paid, and what is there already. */
const unpaid = async (
  studio: Studio,
  collection: WithRoyalty,
  mint: MintRow | undefined,
): Promise<Payment> => {
  const chainState = await royaltyContextOf(studio, collection)
  const minted = await royaltyAmong(studio, collection, chainState)
  if (minted !== undefined)
    return { ...ofMinted(studio, mint, minted), address: null, amount: null, paid: null }
  const { utxos } = chainState.context.funding
  if (hasOpenTokenMint(studio.database, collection.policy_id))
    return { status: 'unpaid', message: tokensFirst, amount: null, paid: null }
  const paid = Number(utxos.reduce((sum, { value }) => sum + value.lovelace, 0n))
  try {
    const missing = shortfall(chainState, collection, utxos)
    // Nothing is asked for any more: who is shown an amount pays it, a second time too.
    if (missing === undefined)
      return { status: 'unpaid', message: 'The payment has arrived.', amount: null, paid }
    const amount = Number(rounded(missing))
    // What is there may not suffice although it is as much: several small outputs cost more to spend.
    const message =
      paid > 0 ? `What was paid does not suffice: ${missingAdaText(BigInt(amount))}.` : null
    const cost = costOf(chainState, collection, BigInt(amount))
    return { status: 'unpaid', message, amount, paid, cost }
  } catch (error) {
    if (!(error instanceof ColdpressError)) throw error
    return { status: 'impossible', message: messageOf(error), amount: null, paid }
  }
}

/** What the mint spends once `amount` has arrived, and what is left of all that is there. */
const costOf = (
  chainState: MintChainState,
  collection: WithRoyalty,
  amount: bigint,
): NonNullable<RoyaltyView['cost']> => {
  const { utxos, changeAddress } = chainState.context.funding
  const built = build(chainState, collection, [...utxos, placeholderUtxo(changeAddress, amount)])
  const spent = spentOfFunding([built])
  const held = utxos.reduce((sum, { value }) => sum + value.lovelace, amount)
  return {
    with_token: Number(spent - built.fee),
    fee: Number(built.fee),
    left: Number(held - spent),
  }
}

/** The page on which a collection's royalty token is paid for. */
export const royaltyLink = (ownOrigin: string, collectionId: string): string =>
  `${ownOrigin}/pay/royalty/${collectionId}`
