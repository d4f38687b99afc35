import { ada } from './amounts.ts'
import type { AssetAmount, TransactionSummary } from './transactions.ts'

/** What a vault's addresses gain or lose, ADA and each token; what goes out is negative. */
export type NetChange = {
  readonly lovelace: bigint
  readonly assets: readonly (Omit<AssetAmount, 'quantity'> & { readonly quantity: bigint })[]
  /** Inputs of which nothing proves what they hold, so that it may be more that goes out. */
  readonly unprovedInputs: number
}

/** The net change of several transactions together; what one makes and the next spends cancels out. */
export const netChangeOf = (
  summaries: readonly Pick<TransactionSummary, 'netChange' | 'unprovedInputs'>[],
): NetChange => {
  const assets = new Map<string, NetChange['assets'][number]>()
  for (const { quantity, ...asset } of summaries.flatMap(({ netChange }) => netChange.assets)) {
    const unit = asset.policyId + asset.nameHex
    const before = assets.get(unit)?.quantity ?? 0n
    assets.set(unit, { ...asset, quantity: before + BigInt(quantity) })
  }
  return {
    lovelace: summaries.reduce((sum, { netChange }) => sum + BigInt(netChange.lovelace), 0n),
    assets: [...assets.values()].filter(({ quantity }) => quantity !== 0n),
    unprovedInputs: summaries.reduce((sum, one) => sum + one.unprovedInputs, 0),
  }
}

/** A net change in words, a line for ADA and for each token, none left out. */
export const netChangeLines = ({ lovelace, assets, unprovedInputs }: NetChange): string[] => {
  const lines = [
    ...(lovelace === 0n ? [] : [signed(lovelace, ada(String(lovelace)))]),
    ...assets.map((asset) =>
      signed(asset.quantity, `${asset.quantity} × ${assetName(asset)} (policy ${asset.policyId})`),
    ),
  ]
  return [
    ...(lines.length === 0 ? ['no change'] : lines),
    ...(unprovedInputs === 0
      ? []
      : [
          `not counted: ${unprovedInputs} ${unprovedInputs === 1 ? 'input' : 'inputs'} with unproved contents, which may be yours`,
        ]),
  ]
}

const signed = (amount: bigint, text: string): string => (amount > 0n ? `+${text}` : text)

/** As text where it is readable; a royalty token has no name (CIP-27). */
export const assetName = ({ name, nameHex }: Pick<AssetAmount, 'name' | 'nameHex'>): string =>
  name ?? (nameHex === '' ? 'the token without a name' : `0x${nameHex}`)
