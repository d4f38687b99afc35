import { hexToBytes } from '@noble/hashes/utils.js'
import { ColdpressError, isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { UnknownRefund } from '#contract/sales/unknown-payment.ts'
import { paymentAddress } from '#cardano/addresses.ts'
import { keyHashOf, verifyWitness } from '#cardano/keys.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import {
  buildRefunds,
  type BuiltRefunds,
  type PaymentToReturn,
} from '#cardano/transactions/build/build-refunds.ts'
import { refText, type Utxo } from '#cardano/utxo.ts'
import type { Submission } from '#chain/submission/journal.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import { reservedSlots } from '../../mints/reserve-mint.ts'
import type { Studio } from '../../options.ts'
import { refundOrder } from '../../seals/orders.ts'
import { orderStatement } from '../../seals/statements.ts'
import { findWalletById, type SaleWallet } from '../../store/sale-wallets.ts'
import {
  endUnknownRefund,
  findUnknownPayments,
  isOfSale,
  setUnknownRefund,
} from '../../store/skipped-addresses.ts'
import { isReachable } from '../payer.ts'
import { readPayers } from './read-payers.ts'
import { fetchTip } from '../tip.ts'
import { requireWallet } from '../reserve/wallet.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { sealErrors } from '#contract/vault/errors.ts'

type Built = BuiltRefunds['built'][number]

/**
 * Gives back what lies at an address that no sale has: to the payer of the most what they paid. Others
 * who paid there get theirs when it is asked for again, so that nobody's money stops another's. Payers
 * and amounts come from the chain, the address from the sealed wallet: the database only says where to look. There
 * is no collection and no mint; the vault signs for the wallet's address alone, by an order without one.
 * @param to receives what cannot be sent back to its payer with certainty
 * @throws ColdpressError `not_found`; `conflict` when nothing is there, or its refund is on its way;
 * `invalid` for the receiver; `vault_locked`; of the builder and of the gateway. Nothing has changed then
 */
export const refundUnknown = async (
  studio: Studio,
  address: string,
  to: string | undefined,
): Promise<UnknownRefund> => {
  const { gateway, submissions } = requireChain(studio)
  const receiver = to === undefined ? undefined : receiverOf(studio, to)
  const { wallet, index, keyHash } = await addressOf(studio, address)
  const [{ slot }, { parameters }, utxos] = await Promise.all([
    fetchTip(studio),
    chainAnswer(gateway.parameters()),
    chainAnswer(gateway.utxosAt(address)),
  ])
  const reserved = submissions.reserved()
  const free = utxos.filter((utxo) => !reserved.has(refText(utxo)))
  if (free.length === 0) throw nothingThere(address, utxos.length > 0)
  const payments = await toPayers(studio, free, receiver)
  const built = buildFirst({ network: studio.network, slot, parameters }, payments)
  const id = studio.nextId()
  const order = refundOrder(id, {
    built: [built],
    receivers: payments.map((payment) => payment.to),
  })
  const [seal] = await studio.keys.seal([orderStatement(studio.network, order)])
  if (seal === undefined) throw new ColdpressError('internal', 'The vault sealed no order.')
  const witness = await studio.keys.witness({
    order: seal,
    transaction: built.cbor,
    keyHash,
    walletIndex: { wallet: wallet.id, index },
  })
  if (!verifyWitness(witness, built.txId) || keyHashOf(hexToBytes(witness.publicKey)) !== keyHash)
    throw new ColdpressError(
      'corrupt',
      `The vault gave a signature that is not over transaction ${built.txId}.`,
    )
  const { bytes } = assemble(built.cbor, [witness])
  studio.database.transact(() => {
    submissions.reserve(built.inputs, id, built.validity.end + reservedSlots)
    const { holder } = submissions.create({ bytes, holder: id })
    if (holder !== id) throw onItsWay(address)
    setUnknownRefund(studio.database, id, built.inputs)
  })
  // Sent before a command ends that was run for it; otherwise by the next round.
  await submissions.advance().catch(() => undefined)
  return viewOf(built, { id, address, state: submissions.find(built.txId)?.state ?? 'ready' })
}

const viewOf = (
  { txId, fee, outputs }: Built,
  of: { readonly id: string; readonly address: string; readonly state: string },
): UnknownRefund => ({
  id: of.id,
  payment_address: of.address,
  tx_id: txId,
  fee: Number(fee),
  state: of.state,
  receivers: outputs.map(({ address, value }) => ({
    address,
    lovelace: Number(value.lovelace),
    assets: [...value.assets].map(([unit, quantity]) => ({ unit, quantity: String(quantity) })),
  })),
})

const receiverOf = ({ network }: Studio, to: string): string => {
  try {
    return paymentAddress(to, network).bech32
  } catch (error) {
    if (!isColdpressError(error)) throw error
    throw new ColdpressError('invalid', `to: ${messageOf(error)}`, { cause: error })
  }
}

/** The wallet, index and key of an address with unknown payments. */
const addressOf = async (studio: Studio, address: string) => {
  const { database, network } = studio
  const found = findUnknownPayments(database).find(
    (unknownPayment) => unknownPayment.payment_address === address,
  )
  const wallet = found && findWalletById(database, found.wallet_id)
  if (found === undefined || wallet === undefined)
    throw new ColdpressError('not_found', 'there is no payment without a sale at this address')
  await requireWallet(studio, wallet)
  const index = found.wallet_index
  const derived = derivePaymentAddress(wallet.account_key, index, network)
  if (derived.address !== address || isOfSale(database, { walletId: wallet.id, index }))
    throw errorBy(
      sealErrors,
      'backup_before',
      {},
      `the address ${address} was changed behind Coldpress, or is that of a sale, so nothing is given back from it. Find out who changed the studio's database and import a backup of the data folder that was made before.`,
    )
  if (wallet.is_watched) throw keyElsewhere(wallet, index)
  return { wallet, index, keyHash: derived.keyHash }
}

const keyElsewhere = ({ id }: SaleWallet, index: number): ColdpressError =>
  new ColdpressError(
    'conflict',
    `the keys of the wallet ${id} are on another computer, so this studio cannot give it back. Send it from there, by the key m/1852'/1815'/0'/0/${index} of the wallet.`,
  )

const nothingThere = (address: string, isReserved: boolean): ColdpressError =>
  isReserved
    ? onItsWay(address)
    : new ColdpressError('conflict', `nothing lies at ${address} any more`)

const onItsWay = (address: string): ColdpressError =>
  new ColdpressError('conflict', `what lies at ${address} is being given back already`)

/** Each payment with the address that it goes back to, the largest first. */
const toPayers = async (
  studio: Studio,
  utxos: readonly Utxo[],
  to: string | undefined,
): Promise<readonly PaymentToReturn[]> => {
  const payments = (await readPayers(studio, utxos)).map((payment) => ({
    ...payment,
    isReturned: isReachable(studio, payment.payer),
  }))
  if (to !== undefined && payments.every(({ isReturned }) => isReturned))
    throw new ColdpressError(
      'invalid',
      'to: everybody who paid can be reached at the address that paid, so each gets their own back. Leave it out.',
    )
  const all = payments.flatMap(({ utxo, payer, isReturned }) => {
    const receiver = isReturned ? payer.from_address : to
    return receiver === undefined ? [] : [{ utxo, to: receiver }]
  })
  if (all.length === 0) throw nobodyThere(payments[0]?.payer.from_address ?? '')
  return all.toSorted(({ utxo: { value: a } }, { utxo: { value: b } }) =>
    a.lovelace === b.lovelace ? 0 : a.lovelace < b.lovelace ? 1 : -1,
  )
}

const nobodyThere = (payer: string): ColdpressError =>
  new ColdpressError(
    'conflict',
    `to: the payment came from ${payer}, a script or an address that nothing can be sent back to with certainty. Ask the buyer, then name the address that gets it.`,
  )

/** Of the payers whose money can be sent back, the one who gets the most; the others get theirs next. */
const buildFirst = (
  context: Parameters<typeof buildRefunds>[0],
  payments: readonly PaymentToReturn[],
): Built => {
  const { built, left } = buildRefunds(context, { payments })
  const [first] = built
  if (first !== undefined) return first
  throw left[0]?.reason ?? new ColdpressError('internal', 'Nothing was built.')
}

/** Applies a change of a refund's transaction, inside the database transaction of that change. */
export const onUnknownRefund = (
  { database }: Studio,
  { holder, settled, state }: Submission,
): void => {
  if (settled) endUnknownRefund(database, holder, state === 'confirmed' ? 'given_back' : 'failed')
}
