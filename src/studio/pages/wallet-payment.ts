import { isColdpressError } from '#values/errors/errors.ts'
import { paidParts, type PaidPart, paymentDue } from '#contract/sales/payment-due.ts'
import type { WholeSale } from '#contract/sales/sale.ts'
import type { TxId } from '#cardano/ids.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { buildPayment } from '#cardano/transactions/build/build-payment.ts'
import { byReference } from '#cardano/transactions/build/spendable-utxos.ts'
import type { BuiltTransaction } from '#cardano/transactions/build/types.ts'
import { readWitnessSet } from '#cardano/transactions/wallet-offer.ts'
import { keyHashOf } from '#cardano/keys.ts'
import { lovelaceOnly } from '#cardano/value.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import { chainAnswer, requireChain } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import { requireCalls } from '../sales/calls-used-up.ts'
import { fetchTip, slotNow } from '../sales/tip.ts'
import type { SaleRow } from '../store/sales.ts'
import { type Buyer, tooManyForBuyer } from '../sales/watch/buyer-limit.ts'
import { countText } from '#values/text/format.ts'
import type { SaleState } from './sale-state.ts'
import { openPayments, type SentPayment, type WalletPayment } from './open-payments.ts'
import { walletError } from './wallet-error.ts'
import {
  buildFromChain,
  fundingOf,
  walletPayerOf,
  plansFor,
  type WalletOffer,
} from './wallet-funding.ts'

/**
 * A payment by a wallet in the buyer's browser (CIP-30). Amount and address are those of the sealed
 * sale, never the page's. The studio signs nothing: it builds the bytes, the wallet signs them, and
 * only bytes that were built here are sent.
 */

/** What the buyer is told before the wallet asks for a signature. */
export type WalletPaymentToSign = {
  readonly built: BuiltTransaction
  readonly lovelace: bigint
  /** Where what is bought goes: the address of the first input that the payer paid with. */
  readonly receiver: string
  /** It completes what the same key has paid before. */
  readonly isRest: boolean
}

/** A buyer reads and signs in a minute; after this a forgotten payment stops nobody any more. */
const longestValiditySlots = 1_800n
/** With fewer slots left it might come too late. */
const leastValiditySlots = 60n
/** The payment that was sent for a sale and may still reach a block. */
export const sentPayment = (studio: Studio, saleId: string): TxId | undefined => {
  const sent = openPayments(studio).find(saleId)?.sent
  return sent === undefined || isPast(studio, sent) ? undefined : sent.txId
}

const isPast = (studio: Studio, { ends }: SentPayment): boolean =>
  studio.now().getTime() > ends.getTime()

/**
 * Builds a payment for the wallet to sign: of the price, or of the rest that one of its keys owes.
 * @throws ColdpressError with rule `wallet_payment` and a sentence for the buyer; of the gateway
 */
export const buildWalletPayment = async (
  studio: Studio,
  row: SaleRow,
  { shown, offer }: { readonly shown: SaleState; readonly offer: WalletOffer },
): Promise<WalletPaymentToSign> => {
  const { due, isUnread, sale } = shown
  if (sentPayment(studio, row.id) !== undefined) throw walletError(onItsWay)
  if (isUnread)
    throw walletError(
      'Payments cannot be checked at the moment. Do not pay now; load the page again.',
    )
  if (due === 0n) throw walletError('Nothing is to be paid now. Load the page again.')
  const ofSale = openPayments(studio).of(row.id)
  if (!ofSale.limit.receive())
    throw walletError('Too many attempts. Wait a minute, or pay to the address.', 'rate_limited')
  requireCalls(studio)
  const { changeAddress, utxos: offered } = fundingOf(studio.network, offer)
  const { gateway } = requireChain(studio)
  const [tip, { parameters }] = await Promise.all([
    fetchTip(studio),
    chainAnswer(gateway.parameters()),
  ])
  const slot = slotNow(studio, tip)
  const end = smaller(row.reserved_until, slot + longestValiditySlots)
  if (end - slot < leastValiditySlots)
    throw walletError('The reservation ends too soon for a payment. Do not pay any more.')
  const context = { network: studio.network, parameters, slot, validForSlots: end - slot }
  const built = await buildFromChain(studio, {
    offered,
    plans: plansFor(offered, { due, owes: (key) => paymentDue(sale, key) }),
    build: (utxos, lovelace) =>
      buildPayment({ ...context, funding: { changeAddress, utxos } }, [
        { address: sale.payment_address, value: lovelaceOnly(lovelace) },
      ]),
  })
  const ends = new Date(studio.now().getTime() + Number(end - slot) * 1_000)
  const lovelace = built.outputs[0]?.value.lovelace ?? 0n
  const payer = walletPayerOf(built)
  requireBuyer(studio, row, { payer_key: payer ?? '', from_address: firstInput(built) })
  ofSale.add({ built, lovelace, payer, ends })
  const isRest = lovelace < due
  return { built, lovelace, isRest, receiver: receiverOf(shown, built, isRest ? payer : undefined) }
}

/** Before anything is paid: what is too much for one buyer would have to go back. */
const requireBuyer = (studio: Studio, row: SaleRow, buyer: Buyer): void => {
  const most = row.max_per_buyer
  if (most === null || tooManyForBuyer(studio.database, row, buyer) === undefined) return
  throw walletError(
    `Your wallet would have more than ${countText(most, 'token')} of this collection, the most that one buyer may get. Nothing was paid.`,
  )
}

/** Where the tokens go: the address of the first input. */
const firstInput = ({ inputs }: BuiltTransaction): string =>
  inputs.toSorted(byReference)[0]?.address ?? ''

const onItsWay =
  'A payment from a wallet was sent already. Do not pay a second time: this page shows it once it is in a block.'

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** @param before who has paid a part before: the tokens go where that came from */
const receiverOf = (
  { sale }: SaleState,
  built: BuiltTransaction,
  before: string | undefined,
): string => {
  const part = before === undefined ? undefined : partOf(sale, before)
  return part?.address ?? firstInput(built)
}

const partOf = (sale: WholeSale, payer: string): PaidPart | undefined =>
  paidParts(sale).find((part) => part.payer === payer)

/**
 * A payment is sent for what its payer owes at that moment. What others have paid does not change that,
 * unless one of them has reached the price.
 * @throws ColdpressError with rule `wallet_payment`
 */
const requireOwed = (
  { sale, total, due }: SaleState,
  { lovelace, payer }: Pick<WalletPayment, 'lovelace' | 'payer'>,
): void => {
  const paid = paidParts(sale).find((part) => part.paid >= total)
  if (paid !== undefined)
    throw walletError(
      payer !== undefined && paid.payer === payer
        ? 'Your wallet has paid the whole price already. Nothing more was sent.'
        : 'Somebody else has paid the whole price meanwhile. Nothing was sent. Do not pay any more.',
    )
  if (due === 0n)
    throw walletError('Nothing is to be paid any more. Nothing was sent. Load the page again.')
  if (paymentDue(sale, payer) !== lovelace)
    throw walletError(
      'Another payment of your wallet has arrived meanwhile, so it owes another amount. Nothing was sent. Try again.',
    )
}

/**
 * Adds the wallet's signatures to the bytes that were built here, and sends them.
 * @throws ColdpressError with rule `wallet_payment` and a sentence for the buyer
 */
export const sendWalletPayment = async (
  studio: Studio,
  row: SaleRow,
  { shown, txId, witness }: { shown: SaleState; txId: string; witness: string },
): Promise<TxId> => {
  const ofSale = openPayments(studio).find(row.id)
  const payment = ofSale?.built.find(({ built }) => built.txId === txId)
  if (ofSale === undefined || payment === undefined)
    throw walletError('The studio did not build this payment. Nothing was sent. Try again.')
  const isSent = ofSale.sent?.txId === payment.built.txId
  if (!isSent && sentPayment(studio, row.id) !== undefined) throw walletError(onItsWay)
  if (!isSent) requireOwed(shown, payment)
  const signed = signedBytes(payment.built, witness)
  // Before it is sent: whatever answer is lost, no second payment is built while it may arrive.
  ofSale.sent = { txId: payment.built.txId, ends: payment.ends }
  try {
    return await requireChain(studio).gateway.submit(signed)
  } catch (error) {
    if (mayHaveArrived(error)) return payment.built.txId
    ofSale.sent = undefined
    if (!isColdpressError(error, 'rejected')) throw error
    throw walletError(
      'The network did not accept the payment, perhaps because your wallet has spent its ADA meanwhile. Nothing was paid. Try again.',
    )
  }
}

/** The same bytes with the signatures that they need, and no others: more would raise the fee. */
const signedBytes = ({ cbor, requiredSigners }: BuiltTransaction, witness: string): Uint8Array => {
  try {
    const needed = readWitnessSet(witness).filter(({ publicKey }) =>
      requiredSigners.includes(keyHashOf(hexToBytes(publicKey))),
    )
    const { bytes, added } = assemble(cbor, needed)
    if (added.length === requiredSigners.length) return bytes
  } catch (error) {
    if (!isColdpressError(error, 'invalid')) throw error
  }
  throw walletError('Your wallet has not signed this payment. Nothing was sent. Try again.')
}

/** A node may have the bytes: asked again, or with the answer lost. */
const mayHaveArrived = (error: unknown): boolean =>
  isColdpressError(error) && error.details['mayHaveArrived'] === true
