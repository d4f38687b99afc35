import type { RefundPlan } from '../../../shared/calls/sales.ts'
import { isColdpressError } from '../../../shared/errors.ts'
import type { Sale } from '../../../shared/wire/sale.ts'
import { TxId } from '../../../core/cardano/ids.ts'
import type { Network } from '../../../core/cardano/network.ts'
import { buildRefund } from '../../../core/cardano/transactions/build-refund.ts'
import { Unit } from '../../../core/cardano/value.ts'
import type { Core } from '../../../core/index.ts'
import { expectedRefund, refundedPayments } from '../../../core/sales/expected-refund.ts'

/**
 * Who would get what back: the refund is built here as the studio would build it, and thrown away.
 * Where that cannot be, because the chain is not known or cannot be asked, or because the payments
 * alone cannot bear the fee, the amounts are those before the fee.
 * @throws ColdpressError `invalid` when `to` is no address of the network
 */
export const refundPlan = async (
  { gateways }: Pick<Core, 'gateways'>,
  chain: Network | undefined,
  sale: Sale,
  to: string | undefined,
): Promise<RefundPlan> => {
  const receivers = expectedRefund(sale, to).map(({ lovelace, assets, ...receiver }) => ({
    ...receiver,
    lovelace: String(lovelace),
    assets: [...assets],
  }))
  const fee = chain && receivers.length > 0 ? await built(gateways, chain, sale, to) : undefined
  if (fee === undefined) return { receivers, fee: null }
  return {
    receivers: receivers.map((receiver) => ({
      ...receiver,
      lovelace: String(fee.returned.get(receiver.address.toLowerCase()) ?? receiver.lovelace),
    })),
    fee: String(fee.fee),
  }
}

/** Nothing can be told exactly, and that is no failure of the question. */
const untold: ReadonlySet<string> = new Set([
  'conflict',
  'too_large',
  'not_found',
  'key_missing',
  'unreachable',
  'timeout',
  'rate_limited',
  'unauthorized',
  'service_fault',
])

const built = async (
  gateways: Core['gateways'],
  network: Network,
  sale: Sale,
  to: string | undefined,
): Promise<ReturnType<typeof buildRefund> | undefined> => {
  try {
    const gateway = await gateways.get(network)
    const [{ parameters }, { slot }] = await Promise.all([gateway.parameters(), gateway.tip()])
    return buildRefund(
      { network, parameters, slot },
      {
        payments: refundedPayments(sale).map(
          ({ tx_id: txId, index, address, lovelace, assets }) => ({
            to: to ?? address,
            utxo: {
              txId: TxId(txId),
              index,
              address: sale.payment_address,
              value: {
                lovelace: BigInt(lovelace),
                assets: new Map(assets.map(({ unit, quantity }) => [Unit(unit), BigInt(quantity)])),
              },
            },
          }),
        ),
      },
    )
  } catch (error) {
    if (isColdpressError(error) && untold.has(error.code)) return undefined
    throw error
  }
}
