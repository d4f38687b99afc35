import { adaText, countText } from '#values/text/format.ts'
import type { Sale } from '#contract/sales/sale.ts'
import type { Account } from '#app/accounts/accounts.ts'
import type { Core } from '#app/create-core.ts'
import { leftLines } from '#app/sales/left-lines.ts'
import { planRefund } from '#app/sales/plan-refund.ts'
import { refundLines } from '#app/sales/refund-lines.ts'

/**
 * All of a refund has to fit into a message box, which rejects what would be cut. Strangers can pay
 * any number of times, so the last receivers and payers are counted.
 */
const most = { receivers: 8, left: 5 } as const

/** What a refund gives back to whom, and what stays, for a confirmation outside the page. */
export const refundQuestionLines = async (
  { gateways }: Pick<Core, 'gateways'>,
  { chain }: Account,
  sale: Sale,
  to: string | undefined,
): Promise<readonly string[]> => {
  const source =
    chain === undefined ? undefined : { network: chain, gateway: () => gateways.get(chain) }
  const { receivers, fee, left } = await planRefund(source, sale, to)
  const named = receivers.slice(0, most.receivers)
  const rest = receivers.slice(most.receivers)
  const sum = rest.reduce((all, { lovelace }) => all + lovelace, 0)
  const less =
    fee === undefined ? 'less the fee' : `the fee of ${adaText(String(fee), 'ADA')} taken off`
  return [
    ...(receivers.length > 0 ? [`Goes back, ${less}:`] : []),
    ...refundLines(named),
    ...(rest.length > 0
      ? [`${adaText(String(sum), 'ADA')} to ${countText(rest.length, 'more payer')}`]
      : []),
    ...leftLines(left, most.left).map((line) => `Stays: ${line}`),
  ]
}
