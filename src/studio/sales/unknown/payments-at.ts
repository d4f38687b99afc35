import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { slowdownOf } from '#chain/gateway/call-pace.ts'
import { chainAnswer, requireChain } from '../../mints/chain.ts'
import type { Studio } from '../../options.ts'
import {
  isOfSale,
  type NewUnknownPayment,
  setUnknownPayments,
  type UnknownPayment,
} from '../../store/skipped-addresses.ts'
import { callsStop } from '../calls-used-up.ts'
import { isReachable } from '../payer.ts'
import { knownPayers, readPayers } from './read-payers.ts'
import { unknownPaymentText } from './unknown-payment-text.ts'

/** An address of a wallet that no sale of this studio has. */
export type AtIndex = {
  readonly wallet_id: string
  readonly account_key: string
  readonly index: number
}

/** A round asks about so many addresses; the rest waits for the next one, as calls are counted. */
export const mostAtOnce = 60

/** Calls are kept for sales where they are short. */
export const areCallsScarce = (studio: Studio): boolean =>
  callsStop(studio) !== undefined || slowdownOf(requireChain(studio).gateway) > 1

/**
 * Asks the gateway what lies at an address, and has it recorded.
 * @param alongside runs in the database transaction of that
 * @throws ColdpressError of the gateway; nothing has changed then
 */
export const readUnknownPayments = async (
  studio: Studio,
  at: AtIndex,
  alongside: () => void,
): Promise<void> => {
  const { database } = studio
  const key = { walletId: at.wallet_id, index: at.index }
  const payments = isOfSale(database, key) ? [] : await paymentsAt(studio, at)
  const fresh = database.transactUnsynced(() => {
    alongside()
    return setUnknownPayments(database, key, payments)
  })
  for (const payment of fresh) reportPayment(studio, payment)
}

const paymentsAt = async (
  studio: Studio,
  { wallet_id: walletId, account_key: accountKey, index }: AtIndex,
): Promise<readonly NewUnknownPayment[]> => {
  const { address } = derivePaymentAddress(accountKey, index, studio.network)
  const utxos = await chainAnswer(requireChain(studio).gateway.utxosAt(address))
  const paid = await readPayers(studio, utxos, knownPayers(studio))
  return paid.map(({ utxo, payer }) => ({
    wallet_id: walletId,
    wallet_index: index,
    payment_address: address,
    tx_id: utxo.txId,
    output_index: utxo.index,
    lovelace: utxo.value.lovelace,
    assets: [...utxo.value.assets].map(([unit, quantity]) => ({
      unit,
      quantity: String(quantity),
    })),
    from_address: isReachable(studio, payer) ? payer.from_address : null,
  }))
}

const reportPayment = (studio: Studio, payment: UnknownPayment): void =>
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
      ...(payment.sale_id === null ? {} : { sale: payment.sale_id }),
    },
  })
