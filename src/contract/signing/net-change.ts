import { adaText, numberText } from '#values/text/format.ts'
import type { AssetAmount, TransactionSummary } from './transactions.ts'

/**
 * What a vault's addresses gain or lose in the worst case, in ADA and in each token. Negative: it
 * leaves. A sender may leave out any transaction of a request, so a gain never offsets a loss in
 * another transaction.
 */
export type NetChange = {
  readonly lovelace: bigint
  readonly assets: readonly (Omit<AssetAmount, 'quantity'> & { readonly quantity: bigint })[]
  /** Inputs with unproved contents; more than shown may leave through them. */
  readonly unprovedInputs: number
}

type Assets = NetChange['assets']
type Summary = Pick<TransactionSummary, 'netChange' | 'unprovedInputs'>

export const netChangeOf = (summaries: readonly Summary[]): NetChange => {
  const assets = Map.groupBy(
    summaries.flatMap(({ netChange, unprovedInputs }) =>
      netChange.assets.map((asset) => ({ asset, isProved: unprovedInputs === 0 })),
    ),
    ({ asset }) => asset.policyId + asset.nameHex,
  )
  return {
    lovelace: worstOf(
      summaries.map(({ netChange, unprovedInputs }) => ({
        amount: BigInt(netChange.lovelace),
        isProved: unprovedInputs === 0,
      })),
    ),
    assets: [...assets.values()].flatMap((changes) => {
      const [first] = changes
      const quantity = worstOf(
        changes.map(({ asset, isProved }) => ({ amount: BigInt(asset.quantity), isProved })),
      )
      return first === undefined || quantity === 0n ? [] : [{ ...first.asset, quantity }]
    }),
    unprovedInputs: summaries.reduce((sum, summary) => sum + summary.unprovedInputs, 0),
  }
}

/**
 * A gain beside an unproved input may be the vault's own money coming back, so it does not count.
 */
const worstOf = (
  changes: readonly { readonly amount: bigint; readonly isProved: boolean }[],
): bigint => {
  const total = (some: typeof changes) => some.reduce((sum, { amount }) => sum + amount, 0n)
  const losses = total(changes.filter(({ amount }) => amount < 0n))
  return losses < 0n
    ? losses
    : total(changes.filter(({ amount, isProved }) => amount > 0n && isProved))
}

/** A net change as text: one line for ADA and one for each token. */
export const netChangeLines = ({ lovelace, assets, unprovedInputs }: NetChange): string[] => {
  const lines = [
    ...(lovelace === 0n ? [] : [signed(lovelace, adaText(String(lovelace), 'ADA'))]),
    ...tokenLines(assets),
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

/** Losses are named one by one, and so are gains unless they are {@link areCounted}. */
const tokenLines = (assets: Assets): readonly string[] => {
  const gains = Map.groupBy(
    assets.filter(({ quantity }) => quantity > 0n),
    ({ policyId }) => policyId,
  )
  return [
    ...assets.filter(({ quantity }) => quantity < 0n).map(tokenLine),
    ...[...gains].flatMap(([policyId, its]) =>
      areCounted(its)
        ? [`+1 each of ${numberText(its.length)} tokens (policy ${policyId})`]
        : its.map(tokenLine),
    ),
  ]
}

const tokenLine = (asset: Assets[number]): string =>
  signed(asset.quantity, `${asset.quantity} × ${assetName(asset)} (policy ${asset.policyId})`)

/**
 * Whether a vault's gains of one policy are counted where the net change is shown: more than a
 * person reads there, one of each. Their names are with the transactions.
 */
export const areCounted = (gains: Assets): boolean =>
  gains.length > mostNamed && gains.every(({ quantity }) => quantity === 1n)

const mostNamed = 5

const signed = (amount: bigint, text: string): string => (amount > 0n ? `+${text}` : text)

/** The name as text where it is readable. A royalty token has no name (CIP-27). */
export const assetName = ({ name, nameHex }: Pick<AssetAmount, 'name' | 'nameHex'>): string =>
  name ?? (nameHex === '' ? 'the token without a name' : `0x${nameHex}`)
