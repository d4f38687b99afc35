import { mainnetCosts, tokenBytes, utxoOverhead } from '#values/amounts/mainnet-costs.ts'
import { bytesOf } from '#values/text/text.ts'

/**
 * Bytes of a sale's transaction without its tokens: one payment, an output with the tokens and one with
 * the income at addresses of 57 bytes, a policy of one key and a lock date, two signatures.
 */
const transactionBytes = 600n
/** An output at an address of 57 bytes with tokens of one policy, without the tokens. */
const outputBytes = 99n
/** A token's metadata, guessed: it raises the fee alone, by 0.02 ADA for these. */
const metadataBytes = 450n

/**
 * About what a sale takes from its price, in lovelace, as far as it is known before anybody pays: the real
 * fee depends on the metadata, and the buyer's own ADA may cover some of what goes along.
 */
export const saleCostsOf = (
  tokens: readonly { readonly asset_name: string }[],
): { readonly fee: bigint; readonly withTokens: bigint } => {
  const inOutput = tokens.reduce(
    (sum, { asset_name: name }) => sum + BigInt(tokenBytes(bytesOf(name))),
    0n,
  )
  const size = transactionBytes + 2n * inOutput + metadataBytes * BigInt(tokens.length)
  return {
    fee: mainnetCosts.minFeeB + mainnetCosts.minFeeA * size,
    withTokens: mainnetCosts.coinsPerUtxoByte * (BigInt(utxoOverhead) + outputBytes + inOutput),
  }
}

/** About what the seller receives of a price; nothing where it does not cover the costs. */
export const incomeOf = (
  price: bigint,
  tokens: readonly { readonly asset_name: string }[],
): bigint => {
  const { fee, withTokens } = saleCostsOf(tokens)
  const income = price - fee - withTokens
  return income > 0n ? income : 0n
}
