import { adaText, countText, missingAdaText } from '#values/text/format.ts'
import type { LeftRefund } from './expected-refund.ts'

/**
 * What a refund does not give back and what would be needed, the same on the command line and in the
 * window: a line for each payer.
 * @param most strangers can pay any number of times; so many are named
 */
export const leftLines = (left: readonly LeftRefund[], most = 20): readonly string[] => {
  const rest = left.slice(most)
  const sum = rest.reduce((all, { lovelace }) => all + lovelace, 0)
  return [
    ...left.slice(0, most).map(leftLine),
    ...(rest.length > 0
      ? [`${adaText(String(sum), 'ADA')} from ${countText(rest.length, 'more payer')}`]
      : []),
  ]
}

const leftLine = (one: LeftRefund): string =>
  `${adaText(String(one.lovelace), 'ADA')}${tokensText(one.assets)} from ${one.address}: ${whyText(one)}`

const tokensText = (assets: readonly unknown[]): string =>
  assets.length === 0 ? '' : ` and ${countText(assets.length, 'other token')}`

const whyText = ({ missing, needsReceiver }: LeftRefund): string => {
  if (needsReceiver) return 'nothing can be sent back there with certainty, so name who gets it'
  return missing === 0n
    ? 'no transaction can give it back'
    : `${missingAdaText(missing)} for its own way back, unless the collection's payment address pays them`
}
