import { isColdpressError } from '#values/errors/errors.ts'
import type { RefundPlan } from '#contract/sales/calls.ts'
import type { Sale } from '#contract/sales/sale.ts'
import { paymentAddress } from '#cardano/addresses.ts'
import { TxId } from '#cardano/ids.ts'
import type { Network } from '#cardano/network.ts'
import {
  buildRefunds,
  type BuiltRefunds,
  type LeftPayments,
} from '#cardano/transactions/build/build-refunds.ts'
import { refText, type Utxo } from '#cardano/utxo.ts'
import { valueFromWire } from '#cardano/value.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import type { Account } from '../accounts/accounts.ts'
import { chainOf } from '../accounts/chain-of.ts'
import {
  expectedRefund,
  type LeftRefund,
  receiverOf,
  type RefundReceiver,
  returnsOf,
  waitingForReceiver,
} from './expected-refund.ts'

/** The chain data for a refund. */
type RefundChain = {
  readonly network: Network
  readonly gateway: () => Promise<Pick<Gateway, 'parameters' | 'tip'>>
}

export type GatewaySource = {
  readonly get: (network: Network) => ReturnType<RefundChain['gateway']>
}

/** @returns undefined where the network of the account is not known */
export const refundChain = (
  gateways: GatewaySource,
  account: Pick<Account, 'chain' | 'network'>,
  network?: string | null,
): RefundChain | undefined => {
  const chain = chainOf(account, network)
  return chain && { network: chain, gateway: () => gateways.get(chain) }
}

/**
 * Plans a refund by building it like the studio, without sending it. What the payment address of the
 * collection may add is not known here: `left` says what is missing without it. If the chain cannot
 * be queried, the amounts are before the fee.
 * @throws ColdpressError `invalid` when `to` is not an address of the network
 */
export const planRefund = async (
  chain: RefundChain | undefined,
  sale: Sale,
  to?: string,
): Promise<RefundPlan> => {
  if (chain !== undefined && to !== undefined) paymentAddress(to, chain.network)
  const waiting = waitingForReceiver(sale, to)
  const refunds = chain && (await build(chain, sale, to))
  if (refunds === undefined)
    return {
      receivers: expectedRefund(sale, to),
      fee: null,
      transactions: null,
      left: waiting,
    }
  const { built, left } = refunds
  return {
    receivers: receiversOf(sale, to, built),
    fee: built.reduce((sum, transaction) => sum + Number(transaction.fee), 0),
    transactions: built.length,
    left: [...left.flatMap((payments) => leftOf(sale, to, payments)), ...waiting],
  }
}

/** Errors that only make the amounts inexact. */
const unreported: ReadonlySet<string> = new Set([
  'not_found',
  'key_missing',
  'unreachable',
  'timeout',
  'rate_limited',
  'unauthorized',
  'service_error',
])

/** Undefined where nothing is to be given back, or the chain does not answer. */
const build = async (
  { network, gateway: open }: RefundChain,
  sale: Sale,
  to: string | undefined,
): Promise<BuiltRefunds | undefined> => {
  const { returns } = returnsOf(sale, to)
  if (returns.length === 0) return undefined
  try {
    const gateway = await open()
    const [{ parameters }, { slot }] = await Promise.all([gateway.parameters(), gateway.tip()])
    return buildRefunds(
      { network, parameters, slot },
      { payments: returns.map((back) => ({ to: back.to, utxo: utxoOf(sale, back.payment) })) },
    )
  } catch (error) {
    if (isColdpressError(error) && unreported.has(error.code)) return undefined
    throw error
  }
}

/** What each gets after the fee, in the order in which they get it. */
const receiversOf = (
  sale: Sale,
  to: string | undefined,
  built: BuiltRefunds['built'],
): RefundReceiver[] => {
  const spent = new Set(built.flatMap(({ inputs }) => inputs.map(refText)))
  const { returns } = returnsOf(sale, to)
  const given = returns.filter(({ payment }) => spent.has(refText(utxoOf(sale, payment))))
  return [...Map.groupBy(given, (back) => back.to)].map(([address, returned]) => ({
    ...receiverOf(
      address,
      returned.map(({ payment }) => payment),
    ),
    lovelace: built.reduce(
      (sum, transaction) => sum + Number(transaction.returned.get(address.toLowerCase()) ?? 0n),
      0,
    ),
  }))
}

/** By who paid: a named receiver may stand for several. */
const leftOf = (
  sale: Sale,
  to: string | undefined,
  { utxos, missing }: LeftPayments,
): readonly LeftRefund[] => {
  const refs = new Set(utxos.map(refText))
  const left = returnsOf(sale, to).returns.flatMap(({ payment }) =>
    refs.has(refText(utxoOf(sale, payment))) ? [payment] : [],
  )
  return [...Map.groupBy(left, ({ address }) => address)].map(([address, payments]) => ({
    ...receiverOf(address, payments),
    missing: Number(missing),
    needsReceiver: false,
  }))
}

const utxoOf = (
  { payment_address: address }: Sale,
  { tx_id: txId, index, lovelace, assets }: NonNullable<Sale['payments']>[number],
): Utxo => ({
  txId: TxId(txId),
  index,
  address,
  value: valueFromWire(lovelace, assets),
})
