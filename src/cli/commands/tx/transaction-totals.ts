import { adaText, countText, numberText } from '#values/text/format.ts'
import { assetName } from '#contract/signing/net-change.ts'
import type { AssetAmount, TransactionSummary } from '#contract/signing/transactions.ts'
import { type Text, detailTable } from '#cli/terminal/table.ts'
import type { SignatureReview } from '#app/asks.ts'

/** What the transactions do together, before each is shown. */
export const totalsText = ({ transactions }: SignatureReview): Text => {
  const summaries = transactions.map(({ summary }) => summary)
  const assets = summaries.flatMap(({ mint }) => mint.flatMap((one) => one.assets))
  const fees = summaries.reduce((sum, { fee }) => sum + BigInt(fee), 0n)
  return detailTable([
    ['altogether', countText(transactions.length, 'transaction')],
    ['mints', countedByPolicy(assets.filter(({ quantity }) => BigInt(quantity) > 0n))],
    ['burns', countedByPolicy(assets.filter(({ quantity }) => BigInt(quantity) < 0n))],
    ['to others', receiversText(summaries)],
    ['fees', `${adaText(String(fees), 'ADA')} in all`],
    ['valid', earliestEnd(summaries)],
  ])
}

/** Who else gets something, and how much; undefined where nothing leaves. */
const receiversText = (summaries: readonly TransactionSummary[]): string | undefined => {
  const paid = summaries.flatMap(({ outputs }) =>
    outputs.flatMap(({ address, holder, leaving }) =>
      leaving === null || holder === 'vault' ? [] : [{ address, ...leaving }],
    ),
  )
  if (paid.length === 0) return undefined
  const lovelace = paid.reduce((sum, output) => sum + BigInt(output.lovelace), 0n)
  const tokens = paid
    .flatMap(({ assets }) => assets)
    .reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)
  const receivers = new Set(paid.map(({ address }) => address)).size
  return [
    countText(receivers, 'address', 'addresses'),
    adaText(String(lovelace), 'ADA'),
    ...(tokens === 0n ? [] : [`${numberText(tokens)} ${tokens === 1n ? 'token' : 'tokens'}`]),
  ].join(', ')
}

const countedByPolicy = (assets: readonly AssetAmount[]): readonly string[] =>
  [...Map.groupBy(assets, ({ policyId }) => policyId)].map(([policyId, its]) => {
    const named = its.filter(({ nameHex }) => nameHex !== '')
    const tokens = named.reduce((sum, { quantity }) => sum + absolute(BigInt(quantity)), 0n)
    const parts = [
      ...its.filter(({ nameHex }) => nameHex === '').map(assetName),
      ...(tokens === 0n ? [] : [`${numberText(tokens)} ${tokens === 1n ? 'token' : 'tokens'}`]),
    ]
    return `${parts.join(' and ')} of policy ${policyId}`
  })

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

const earliestEnd = (summaries: readonly TransactionSummary[]): string | undefined => {
  const ends = summaries.flatMap(({ validity }) => validity.invalidHereafter?.time ?? [])
  const [first] = ends.toSorted()
  return first === undefined ? undefined : `all of them until ${first}`
}

/** The first line about a request whose time has ended; it cannot know of one that was built since. */
export const staleText = ({ request, transactions }: SignatureReview): string[] => {
  const expired = transactions.filter(({ warnings }) =>
    warnings.some(({ code }) => code === 'expired'),
  )
  if (request === undefined || expired.length === 0) return []
  const which =
    expired.length === transactions.length
      ? 'Its time has ended'
      : `The time of ${numberText(expired.length)} of its ${numberText(transactions.length)} transactions has ended`
  return [
    `STOP     This request is stale. ${which}, so a signature has no effect. Ask for a new file, with more time if needed; signatures over this one are refused.`,
  ]
}
