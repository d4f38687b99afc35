import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { listOf, recordOf, shortText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { payoutAddress, royaltyRequest } from '#contract/collections/collection.ts'
import { mintKinds } from '#contract/mints/mint.ts'
import { scriptJson } from '#contract/policies/script.ts'
import type { AssetAmount, TransactionSummary } from '#contract/signing/transactions.ts'
import type { ColdpressError } from '#values/errors/errors.ts'
import { joinAddress } from '#cardano/addresses.ts'
import { type KeyHash, TxId } from '#cardano/ids.ts'
import type { OrderProof, WalletIndex } from '../vault-schemas.ts'
import { royaltyMetadata } from '#cardano/royalty.ts'
import { keyHashesIn, policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { payoutShares, unpaidShare } from '#cardano/transactions/build/payout-shares.ts'
import { openSeal, type Statement } from '../seal/seal.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { sealErrors } from '#contract/vault/errors.ts'

/** A studio's sealed order. `tokens`: receivers of the minted tokens, by asset name in hex. */
const orderFacts = z.object({
  kind: z.enum(mintKinds),
  transactions: listOf(shortText),
  tokens: recordOf(shortText, shortText, limits.listItems),
  /** Other allowed receivers: of change, refund or withdrawal. */
  receivers: listOf(shortText),
  /** How many of each token are burned, by asset name in hex. */
  burned: recordOf(shortText, shortText, limits.listItems).default({}),
  /** Absent in orders of older versions, which are signed as before. */
  held: z.boolean().default(false),
})

/** The sealed facts of a collection that a signature depends on. */
const collectionFacts = z.object({
  payout_address: payoutAddress,
  royalty: royaltyRequest.nullable(),
  script: scriptJson,
  /** The policy keys that came with the collection, where they cannot satisfy the script. */
  keys_here: listOf(shortText).optional(),
})

type Order = z.output<typeof orderFacts>
type Collection = z.output<typeof collectionFacts>

/**
 * Computes a transaction's id from its bytes and verifies that it matches the sealed order, and
 * that the order matches the sealed collection: script, payouts and royalty.
 * @param ordered.keyHash the key that is to sign
 * @param ordered.walletIndex its position in a wallet, for one that is there
 * @param sealKeys the public keys of those seals: orders are sealed here, a collection may be by the
 * vault of its creator
 * @throws ColdpressError `conflict` with the rule `not_ordered` that names the difference;
 * `invalid` for bytes that are not a transaction
 */
export const requireOrdered = (
  transaction: Uint8Array,
  {
    keyHash,
    walletIndex,
    ...proof
  }: OrderProof & { readonly keyHash: KeyHash; readonly walletIndex?: WalletIndex | undefined },
  sealKeys: { readonly ofOrder: string; readonly ofCollection: string },
): TxId => {
  const sealedOrder = opened(proof.order, sealKeys.ofOrder, 'order')
  const order = orderFacts.parse(sealedOrder.facts)
  const collection = collectionOf(sealedOrder, proof.collection, sealKeys.ofCollection)
  if (order.held)
    throw notOrdered(
      `mint ${sealedOrder.id} is held, and nobody released it. Review it, then release it.`,
    )
  const summary = inspectTransaction(transaction)
  const txId = order.transactions.find((id) => id === summary.txId)
  if (txId === undefined)
    throw notOrdered(
      `transaction ${summary.txId} is not one that mint ${sealedOrder.id} was built as`,
    )
  requireNothingElse(summary)
  if (collection === undefined) {
    requireRefundAlone(summary, order, walletIndex)
    return TxId(txId)
  }
  requireOwnKey(keyHash, collection)
  requireMint(summary, order, collection)
  requireReceivers(summary, order, collection.payout_address)
  requireRoyalty(summary, order, collection)
  if (order.kind === 'sale') requirePayouts(summary, collection)
  return TxId(txId)
}

/** Undefined for an order that was sealed without a collection. */
const collectionOf = (
  { network, collection: id }: Statement,
  seal: OrderProof['collection'],
  publicKey: string,
): Collection | undefined => {
  if (id === null) return undefined
  if (seal === undefined) throw notOrdered('the seal of its collection is missing')
  const sealed = opened(seal, publicKey, 'collection')
  if (network !== sealed.network)
    throw notOrdered('the order is of another network than the collection')
  if (id !== sealed.id) throw notOrdered('the order is of another collection')
  return collectionFacts.parse(sealed.facts)
}

/** Without a collection nothing but a refund is signed, and by no key but that of a wallet's address. */
const requireRefundAlone = (
  summary: TransactionSummary,
  order: Order,
  walletIndex: WalletIndex | undefined,
): void => {
  if (order.kind !== 'refund') throw notOrdered('the order names no collection')
  if (walletIndex === undefined)
    throw notOrdered('only a key of the wallet of sales signs a refund without a collection')
  if (summary.mint.length > 0) throw notOrdered('it mints or burns, which no refund does')
  requireReceivers(summary, order, [])
  if ((summary.metadata?.royalty ?? null) !== null)
    throw notOrdered('it sets a royalty, which was not ordered')
}

const opened = (
  seal: OrderProof['order'],
  publicKey: string,
  kind: Statement['kind'],
): Statement => {
  const statement = openSeal(publicKey, seal)
  if (statement?.kind === kind) return statement
  throw notOrdered(`the seal of the ${kind} is not this vault's`)
}

/** Whoever makes a collection of somebody else's script gets no signature of a key in this vault. */
const requireOwnKey = (keyHash: KeyHash, { script, keys_here: here }: Collection): void => {
  if (here === undefined || here.includes(keyHash)) return
  if (keyHashesIn(scriptFromJson(script)).includes(keyHash))
    throw notOrdered(`the collection was made without key ${keyHash} of its policy`)
}

/** Rejects certificates, withdrawals, votes and collateral: a studio builds none of them. */
const requireNothingElse = ({ also }: TransactionSummary): void => {
  const [other] = also
  if (other !== undefined) throw notOrdered(`it also holds ${other.kind}, which no mint does`)
}

const requireMint = (
  { mint, outputs }: TransactionSummary,
  order: Order,
  { script }: Collection,
) => {
  const policyId = policyIdOf(scriptFromJson(script))
  for (const { policyId: minted, assets } of mint) {
    if (minted !== policyId)
      throw notOrdered(`it mints under policy ${minted}, but the collection's is ${policyId}`)
    for (const asset of assets)
      if (order.kind === 'burn') requireBurn(asset, order)
      else requireDelivery(asset, outputs, order)
  }
}

const requireDelivery = (
  { policyId, nameHex, quantity }: AssetAmount,
  outputs: TransactionSummary['outputs'],
  { tokens }: Order,
): void => {
  const receiver = Object.hasOwn(tokens, nameHex) ? tokens[nameHex] : undefined
  const holders = outputs.filter(({ assets }) =>
    assets.some((asset) => asset.policyId === policyId && asset.nameHex === nameHex),
  )
  const isDelivered = quantity === '1' && holders.length === 1 && holders[0]?.address === receiver
  if (!isDelivered)
    throw notOrdered(`it mints ${quantity} of asset ${nameHex} otherwise than was ordered`)
}

/** What a burn leaves of its inputs is checked as every output is. */
const requireBurn = ({ nameHex, quantity }: AssetAmount, { burned }: Order): void => {
  const ordered = Object.hasOwn(burned, nameHex) ? burned[nameHex] : undefined
  if (quantity !== `-${ordered}`)
    throw notOrdered(`it mints or burns ${quantity} of asset ${nameHex}, which was not ordered`)
}

const requireReceivers = (
  { outputs }: TransactionSummary,
  { kind, tokens, receivers }: Order,
  payout: Collection['payout_address'],
): void => {
  const payouts = kind === 'sale' ? payoutShares(payout).map(({ address }) => address) : []
  const allowed = new Set([...Object.values(tokens), ...receivers, ...payouts])
  const other = outputs.find(({ address }) => !allowed.has(address))
  if (other !== undefined)
    throw notOrdered(`it pays ${other.lovelace} lovelace to ${other.address}, who was not ordered`)
}

/** A round of tokens may begin with the royalty token, which has no name; only that one sets a royalty. */
const requireRoyalty = (
  { metadata, mint }: TransactionSummary,
  { kind }: Order,
  { royalty }: Collection,
): void => {
  const found = metadata?.royalty ?? null
  const mintsRoyalty =
    kind === 'tokens' && mint.some(({ assets }) => assets.some(({ nameHex }) => nameHex === ''))
  if (kind !== 'royalty' && !mintsRoyalty) {
    if (found !== null) throw notOrdered('it sets a royalty, which was not ordered')
    return
  }
  if (royalty === null) throw notOrdered('the collection was sealed without a royalty')
  const { rate } = royaltyMetadata(royalty)['777']
  const sealed = { rate, address: joinAddress(royalty.address) }
  if (!isDeepStrictEqual({ rate: found?.rate, address: found?.address }, sealed))
    throw notOrdered(
      `its royalty is ${found?.rate} to ${found?.address}, but ${sealed.rate} to ${sealed.address} was sealed`,
    )
}

const requirePayouts = (
  { outputs }: TransactionSummary,
  { payout_address: payout }: Collection,
) => {
  const paid = outputs.map(({ address, lovelace }) => ({ address, lovelace: BigInt(lovelace) }))
  const wrong = unpaidShare(paid, payout)
  if (wrong !== undefined)
    throw notOrdered(
      `payout ${wrong.position + 1} is not the share of ${wrong.address} that was sealed`,
    )
}

const notOrdered = (why: string): ColdpressError =>
  errorBy(
    sealErrors,
    'not_ordered',
    {},
    `The vault did not sign for the studio: ${why}. Nothing was signed. Somebody may have changed the studio's database; find out who did, and import a backup of the data folder that was made before.`,
  )
