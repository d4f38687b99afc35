import type { MintReview } from '#contract/mints/calls.ts'
import { mintedUnits, mintReceiversOf, assetUnit } from '#contract/signing/mint-receivers.ts'
import type { TransactionSummary, TransactionWarning } from '#contract/signing/transactions.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { imageCid } from '#media/content/image-cid.ts'
import { printable } from '#values/text/printable.ts'
import type { InspectedTransaction } from '../signing/inspect-request.ts'

/** The inspected transactions of a mint, summed up for a review before signing. */
export const reviewMint = (
  { funding_address: fundingAddress, tokens }: Pick<Mint, 'funding_address' | 'tokens'>,
  inspected: readonly InspectedTransaction[],
): MintReview => {
  const summaries = inspected.map(({ summary }) => summary)
  const place = new Map(tokens.map(({ asset_name: name }, position) => [name, position]))
  const placeOf = ({ assetName }: MintReview['tokens'][number]) =>
    place.get(assetName) ?? tokens.length
  return {
    transactions: summaries.map((summary) => ({
      txId: summary.txId,
      fee: summary.fee,
      tokens: mintedUnits(summary).size,
      along: String(alongIn(summary)),
      bytes: summary.size.signedBytes,
      limit: summary.size.limit,
      netChange: summary.netChange,
      unprovedInputs: summary.unprovedInputs,
    })),
    // The bytes have them by their asset names.
    tokens: summaries.flatMap(tokensIn).toSorted((a, b) => placeOf(a) - placeOf(b)),
    receivers: mintReceiversOf(summaries),
    totals: totalsOf(summaries, fundingAddress),
    warnings: eachOnce(inspected.flatMap(({ warnings }) => warnings)),
  }
}

/** What wallets will show of the minted tokens; the royalty token is none of them. */
const tokensIn = ({ mint, metadata }: TransactionSummary): MintReview['tokens'] => {
  const nfts = new Map(metadata?.nfts.map((nft) => [assetUnit(nft), nft]))
  return mint
    .flatMap(({ assets }) => assets)
    .filter(({ nameHex, quantity }) => nameHex !== '' && BigInt(quantity) > 0n)
    .map((asset) => {
      const nft = nfts.get(assetUnit(asset))
      const assetName = asset.name ?? asset.nameHex
      return {
        assetName: printable(assetName),
        name: printable(nft?.name ?? assetName),
        cid: imageCid({ image: nft?.image ?? null }),
      }
    })
}

type Output = TransactionSummary['outputs'][number]

const holds = ({ assets }: Output, units: ReadonlySet<string>): boolean =>
  assets.some((asset) => units.has(assetUnit(asset)))

const sum = (amounts: readonly { readonly lovelace: string | null }[]): bigint =>
  amounts.reduce((total, { lovelace }) => total + BigInt(lovelace ?? 0), 0n)

const alongIn = (summary: TransactionSummary): bigint => {
  const units = mintedUnits(summary)
  return sum(summary.outputs.filter((output) => holds(output, units)))
}

/** Outputs that a later transaction of the mint spends count neither as taken nor as returned. */
const totalsOf = (
  summaries: readonly TransactionSummary[],
  fundingAddress: string,
): MintReview['totals'] => {
  const own = new Set(summaries.map(({ txId }) => txId))
  const inputs = summaries.flatMap((summary) => summary.inputs)
  const returnsTo = new Set([fundingAddress, ...inputs.map(({ address }) => address)])
  const taken = sum(inputs.filter(({ txId }) => !own.has(txId)))
  const along = summaries.reduce((total, summary) => total + alongIn(summary), 0n)
  const fees = summaries.reduce((total, { fee }) => total + BigInt(fee), 0n)
  const elsewhere = sum(
    summaries.flatMap((summary) => {
      const units = mintedUnits(summary)
      return summary.outputs.filter(
        (output) => !returnsTo.has(output.address) && !holds(output, units),
      )
    }),
  )
  const returned = taken - along - fees - elsewhere
  return {
    taken: String(taken),
    along: String(along),
    fees: String(fees),
    returned: String(returned),
    elsewhere: String(elsewhere),
  }
}

/** Many transactions of a mint have the same warnings. Minor ones are shown in the inbox only. */
const eachOnce = (warnings: readonly TransactionWarning[]): TransactionWarning[] => {
  const grave = warnings.filter(({ severity }) => severity !== 'info')
  const known = new Map(grave.map((warning) => [`${warning.code} ${warning.message}`, warning]))
  return [...known.values()].toSorted(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity),
  )
}
const order: readonly TransactionWarning['severity'][] = ['error', 'warning', 'info']
