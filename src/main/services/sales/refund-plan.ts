import type { RefundPlan } from '#contract/sales/calls.ts'
import type { Sale } from '#contract/sales/sale.ts'
import type { Network } from '#cardano/network.ts'
import type { Core } from '#app/create-core.ts'
import type { RefundReceiver } from '#app/sales/expected-refund.ts'
import { planRefund } from '#app/sales/plan-refund.ts'

/**
 * Receivers and amounts of a refund, as the window shows them.
 * @throws ColdpressError `invalid` when `to` is no address of the network
 */
export const refundPlan = async (
  { gateways }: Pick<Core, 'gateways'>,
  chain: Network | undefined,
  sale: Sale,
  to: string | undefined,
): Promise<RefundPlan> => {
  const source =
    chain === undefined ? undefined : { network: chain, gateway: () => gateways.get(chain) }
  const { receivers, fee, transactions = null, left } = await planRefund(source, sale, to)
  return {
    receivers: receivers.map(amountsOf),
    fee: fee === undefined ? null : String(fee),
    transactions,
    left: left.map((one) => ({
      ...amountsOf(one),
      missing: String(one.missing),
      needsReceiver: one.needsReceiver,
    })),
  }
}

const amountsOf = ({ lovelace, assets, address }: RefundReceiver) => ({
  address,
  lovelace: String(lovelace),
  assets: [...assets],
})
