import { adaText, countText } from '#values/text/format.ts'
import { assetName } from '#contract/signing/net-change.ts'
import { withScriptNote } from '#cardano/receiver-warnings.ts'
import { readableName } from '#cardano/transactions/inspect/values.ts'
import type { RefundReceiver } from './expected-refund.ts'

/** All of a refund has to fit into a message box. */
const mostNamed = 12

/**
 * Who gets what back, the same on the command line and in the window: a line for each receiver, and
 * one for each of the first tokens.
 */
export const refundLines = (receivers: readonly RefundReceiver[]): readonly string[] => {
  let named = 0
  return receivers.flatMap(({ lovelace, assets, address }) => {
    const shown = assets.slice(0, mostNamed - named)
    named += shown.length
    const rest = assets.length - shown.length
    return [
      `${adaText(String(lovelace), 'ADA')}${assets.length === 0 ? '' : ` and ${countText(assets.length, 'other token')}`} to ${withScriptNote(address)}`,
      ...shown.map(tokenLine),
      ...(rest > 0 && shown.length > 0 ? [`  and ${countText(rest, 'more token')}`] : []),
    ]
  })
}

/** A unit is the policy in 56 hex digits, then the name in hex. */
const tokenLine = ({ unit, quantity }: RefundReceiver['assets'][number]): string => {
  const nameHex = unit.slice(policyDigits)
  const name = assetName({ nameHex, name: readableName(nameHex) })
  return `  ${quantity} × ${name} (policy ${unit.slice(0, policyDigits)})`
}

const policyDigits = 56
