import { isColdpressError } from '#shared/errors.ts'
import { refundedPayments, refundReceiver } from '#shared/refund-rules.ts'
import type { Sale } from '#shared/wire/sale.ts'
import { TxId } from '../cardano/ids.ts'
import type { Network } from '../cardano/network.ts'
import { buildRefund } from '../cardano/transactions/build/build-refund.ts'
import { valueFromWire } from '../cardano/value.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { expectedRefund, type RefundReceiver } from './expected-refund.ts'

export type PlannedRefund = {
  readonly receivers: readonly RefundReceiver[]
  /** Lovelace; undefined if unknown: then the amounts are before the fee. */
  readonly fee: number | undefined
}

/** The chain data for a refund. */
export type RefundChain = {
  readonly network: Network
  readonly gateway: () => Promise<Pick<Gateway, 'parameters' | 'tip'>>
}

/**
 * Plans a refund by building it like the studio, without sending it. If the chain cannot be
 * queried, or the payments cannot cover the fee, the amounts are before the fee.
 * @throws ColdpressError `invalid` when `to` is not an address of the network
 */
export const planRefund = async (
  chain: RefundChain | undefined,
  sale: Sale,
  to?: string,
): Promise<PlannedRefund> => {
  const receivers = expectedRefund(sale, to)
  const built = chain && receivers.length > 0 ? await build(chain, sale, to) : undefined
  if (built === undefined) return { receivers, fee: undefined }
  return {
    receivers: receivers.map(({ address, lovelace, assets }) => ({
      address,
      lovelace: Number(built.returned.get(address.toLowerCase()) ?? lovelace),
      assets,
    })),
    fee: Number(built.fee),
  }
}

/** Errors that only make the amounts inexact. */
const unreported: ReadonlySet<string> = new Set([
  'conflict',
  'too_large',
  'not_found',
  'key_missing',
  'unreachable',
  'timeout',
  'rate_limited',
  'unauthorized',
  'service_error',
])

const build = async (
  { network, gateway: open }: RefundChain,
  sale: Sale,
  to: string | undefined,
): Promise<ReturnType<typeof buildRefund> | undefined> => {
  try {
    const gateway = await open()
    const [{ parameters }, { slot }] = await Promise.all([gateway.parameters(), gateway.tip()])
    const payments = refundedPayments(sale.status, sale.payments ?? [])
    const receiverOf = refundReceiver(payments, to)
    return buildRefund(
      { network, parameters, slot },
      {
        payments: payments.map((payment) => ({
          to: receiverOf(payment) ?? payment.address,
          utxo: utxoOf(sale, payment),
        })),
      },
    )
  } catch (error) {
    if (isColdpressError(error) && unreported.has(error.code)) return undefined
    throw error
  }
}

const utxoOf = (
  { payment_address: address }: Sale,
  { tx_id: txId, index, lovelace, assets }: NonNullable<Sale['payments']>[number],
) => ({
  txId: TxId(txId),
  index,
  address,
  value: valueFromWire(lovelace, assets),
})
