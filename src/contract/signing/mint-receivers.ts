import { z } from 'zod'
import { outputSummary, type TransactionSummary } from './transactions.ts'

/** An address that minted tokens go to, and whose it is as far as this computer knows. */
export const mintReceiver = outputSummary
  .pick({ address: true, holder: true, bookLabel: true })
  .extend({ tokens: z.int() })
export type MintReceiver = z.output<typeof mintReceiver>

type Summary = Pick<TransactionSummary, 'mint' | 'outputs'>
type Asset = { readonly policyId: string; readonly nameHex: string }

export const assetUnit = ({ policyId, nameHex }: Asset): string => policyId + nameHex

/** What a transaction mints or burns. */
export const mintedUnits = ({ mint }: Pick<Summary, 'mint'>): ReadonlySet<string> =>
  new Set(mint.flatMap(({ assets }) => assets.map(assetUnit)))

/** Where the minted tokens go by the bytes of the transactions, each address once. */
export const mintReceiversOf = (summaries: readonly Summary[]): MintReceiver[] => {
  const receivers = new Map<string, MintReceiver>()
  for (const summary of summaries) {
    const units = mintedUnits(summary)
    for (const { address, holder, bookLabel, assets } of summary.outputs) {
      const tokens = assets.filter((asset) => units.has(assetUnit(asset))).length
      const known = receivers.get(address)?.tokens ?? 0
      if (tokens > 0) receivers.set(address, { address, holder, bookLabel, tokens: known + tokens })
    }
  }
  return [...receivers.values()]
}
