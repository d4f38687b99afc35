import { adaText, countText, missingAdaText } from '#values/text/format.ts'
import type { RefundPlan } from '#contract/sales/calls.ts'
import { assetName } from '#contract/signing/net-change.ts'
import { withScriptNote } from '#cardano/receiver-warnings.ts'
import { readableName } from '#cardano/transactions/inspect/values.ts'
import type { LeftRefund, RefundReceiver } from './expected-refund.ts'

/**
 * So many receivers and payers are named. Strangers can pay any number of times: the last of them
 * are counted.
 */
type Named = { readonly receivers: number; readonly left: number }
const named: Named = { receivers: Infinity, left: 20 }
/** All of it has to fit into a message box, which rejects what would be cut. */
const namedInBox: Named = { receivers: 8, left: 5 }
const namedTokens = 12

/** What a refund gives back to whom, and what stays, for the question before it. */
export const describeRefund = (
  plan: RefundPlan,
): { readonly lines: readonly string[]; readonly brief: readonly string[] } => ({
  lines: planLines(plan, named),
  brief: planLines(plan, namedInBox),
})

const planLines = (plan: RefundPlan, most: Named): readonly string[] => {
  const { receivers, left } = plan
  return [
    ...(receivers.length > 0 ? [returnText(plan)] : []),
    ...refundLines(receivers.slice(0, most.receivers)),
    ...restLine(receivers.slice(most.receivers), 'to'),
    ...[...left.slice(0, most.left).map(leftText), ...restLine(left.slice(most.left), 'from')].map(
      (line) => `Stays: ${line}`,
    ),
  ]
}

/** Each receiver's money goes back in transactions of its own. */
const returnText = ({ fee, transactions }: RefundPlan): string => {
  if (fee === null) return 'This goes back, less the fee of each transaction:'
  const cost = adaText(fee, 'ADA')
  return transactions === 1
    ? `This goes back, the fee of ${cost} taken off:`
    : `This goes back in ${transactions ?? 0} transactions, their fees of ${cost} taken off:`
}

const restLine = (rest: readonly RefundReceiver[], word: 'to' | 'from'): readonly string[] => {
  const sum = rest.reduce((all, { lovelace }) => all + lovelace, 0)
  return rest.length === 0
    ? []
    : [`${adaText(sum, 'ADA')} ${word} ${countText(rest.length, 'more payer')}`]
}

/** Who gets what back: a line for each receiver, and one for each of the first tokens. */
export const refundLines = (receivers: readonly RefundReceiver[]): readonly string[] => {
  let count = 0
  return receivers.flatMap(({ lovelace, assets, address }) => {
    const shown = assets.slice(0, namedTokens - count)
    count += shown.length
    const rest = assets.length - shown.length
    return [
      `${amountText(lovelace, assets)} to ${withScriptNote(address)}`,
      ...shown.map(tokenText),
      ...(rest > 0 && shown.length > 0 ? [`  and ${countText(rest, 'more token')}`] : []),
    ]
  })
}

const amountText = (lovelace: number, assets: readonly unknown[]): string =>
  `${adaText(lovelace, 'ADA')}${assets.length === 0 ? '' : ` and ${countText(assets.length, 'other token')}`}`

/** A unit is the policy in 56 hex digits, then the name in hex. */
const tokenText = ({ unit, quantity }: RefundReceiver['assets'][number]): string => {
  const nameHex = unit.slice(policyDigits)
  const name = assetName({ nameHex, name: readableName(nameHex) })
  return `  ${quantity} × ${name} (policy ${unit.slice(0, policyDigits)})`
}

const policyDigits = 56

/** What is not given back to a payer, and what would be needed for it. */
const leftText = ({ lovelace, assets, address, missing, needsReceiver }: LeftRefund): string => {
  const reason = needsReceiver
    ? 'nothing can be sent back there with certainty, so name who gets it'
    : missing === 0
      ? 'no transaction can give it back'
      : `${missingAdaText(BigInt(missing))} for its own way back, unless the collection's payment address pays it`
  return `${amountText(lovelace, assets)} from ${address}: ${reason}`
}
