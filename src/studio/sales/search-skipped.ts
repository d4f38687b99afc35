import { derivePaymentAddress } from '#core/cardano/payment-wallet.ts'
import type { Utxo } from '#core/cardano/utxo.ts'
import { slowdownOf } from '#core/gateway/call-pace.ts'
import { chainAnswer, chainOf } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import {
  findSkipped,
  findUnknownPayments,
  setProgress,
  setUnknownPayments,
  type SkippedAddresses,
  type UnknownPayment,
} from '../store/skipped-addresses.ts'
import { callsStop } from './calls-used-up.ts'
import { isReachable, payerOf } from './payer.ts'
import { unknownPaymentText } from './unknown-payment-text.ts'

/**
 * The search ends after so many addresses without a payment. Other wallets stop after 20 (BIP-44), but
 * a studio also gives addresses to visitors who never pay.
 */
const searchedBehind = 200

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Asks the gateway about the addresses that a studio skipped when it was restored from a backup: it
 * may have given them to buyers before it was lost. What was paid there is recorded and reported. The
 * first search is due at once, the next ones when the restore is twice as old as at the last, after an
 * hour at the earliest and a day at the latest. One that is interrupted goes on where it was.
 * @throws ColdpressError of the gateway
 */
export const searchSkipped = async (studio: Studio, signal: AbortSignal): Promise<void> => {
  for (const range of findSkipped(studio.database))
    if (isDue(range, studio.now())) await searchRange(studio, range, signal)
}

const isDue = (
  { asked_at: askedAt, skipped_at: skippedAt }: SkippedAddresses,
  now: Date,
): boolean => {
  if (askedAt === null) return true
  const asked = Date.parse(askedAt)
  const age = asked - Date.parse(skippedAt)
  return now.getTime() >= asked + Math.min(Math.max(age, hourMs), dayMs)
}

const searchRange = async (
  studio: Studio,
  range: SkippedAddresses,
  signal: AbortSignal,
): Promise<void> => {
  const { database } = studio
  for (let index = range.next_index; index < endOf(studio, range); index += 1) {
    if (signal.aborted || mustWait(studio)) return
    const payments = await paymentsAt(studio, range, index)
    const fresh = database.transactUnsynced(() => {
      setProgress(database, range, { next_index: index + 1 })
      return setUnknownPayments(database, { walletId: range.wallet_id, index }, payments)
    })
    for (const payment of fresh) report(studio, payment)
  }
  const done = { next_index: range.first_index, asked_at: studio.now().toISOString() }
  database.transactUnsynced(() => setProgress(database, range, done))
}

/** The index after the last that is asked about: it moves with each payment that is found. */
const endOf = (
  { database }: Studio,
  { wallet_id: walletId, first_index: first, skipped }: SkippedAddresses,
): number => {
  const found = findUnknownPayments(database).flatMap(({ wallet_id, wallet_index: index }) =>
    wallet_id === walletId && index >= first && index < first + skipped ? [index + 1] : [],
  )
  return Math.min(Math.max(first, ...found) + searchedBehind, first + skipped)
}

/** Calls are kept for sales where they are short. */
const mustWait = (studio: Studio): boolean =>
  callsStop(studio) !== undefined || slowdownOf(chainOf(studio).gateway) > 1

const paymentsAt = async (
  studio: Studio,
  { wallet_id: walletId, account_key: accountKey }: SkippedAddresses,
  index: number,
): Promise<readonly UnknownPayment[]> => {
  const { address } = derivePaymentAddress(accountKey, index, studio.network)
  const utxos = await chainAnswer(chainOf(studio).gateway.utxosAt(address))
  return Promise.all(
    utxos.map(async (utxo) => ({
      wallet_id: walletId,
      wallet_index: index,
      payment_address: address,
      tx_id: utxo.txId,
      output_index: utxo.index,
      lovelace: utxo.value.lovelace,
      from_address: await refundAddress(studio, utxo),
    })),
  )
}

const refundAddress = async (studio: Studio, { txId }: Utxo): Promise<string | null> => {
  const found = await chainAnswer(chainOf(studio).gateway.outputsOf(txId))
  const payer = payerOf(found?.inputs ?? [])
  return isReachable(studio, payer) ? payer.from_address : null
}

const report = (studio: Studio, payment: UnknownPayment): void =>
  studio.notify({
    level: 'warning',
    message: unknownPaymentText(payment),
    details: {
      network: studio.network,
      wallet: payment.wallet_id,
      index: String(payment.wallet_index),
      address: payment.payment_address,
      lovelace: String(payment.lovelace),
      transaction: payment.tx_id,
      ...(payment.from_address === null ? {} : { payer: payment.from_address }),
    },
  })
