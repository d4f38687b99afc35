import { bytesOf } from '#values/text/text.ts'

/**
 * About what a sale takes from its price, in lovelace. Protocol parameters of mainnet since 2022:
 * - fee = 44 · bytes of the transaction + 155,381 (docs.cardano.org, "Fee structure")
 * - minimum ADA = 4,310 · (160 + bytes of the output) (CIP-55, Babbage)
 */
const feePerByte = 44n
const fixedFee = 155_381n
const minAdaPerByte = 4_310n
const outputOverhead = 160n

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
 * What is known before anybody pays: the real fee depends on the metadata, and the buyer's own ADA may
 * cover some of what goes along.
 */
export const saleCostsOf = (
  tokens: readonly { readonly asset_name: string }[],
): { readonly fee: bigint; readonly withTokens: bigint } => {
  const inOutput = tokens.reduce((sum, { asset_name: name }) => sum + tokenBytes(bytesOf(name)), 0n)
  const size = transactionBytes + 2n * inOutput + metadataBytes * BigInt(tokens.length)
  return {
    fee: fixedFee + feePerByte * size,
    withTokens: minAdaPerByte * (outputOverhead + outputBytes + inOutput),
  }
}

/** A name and its two heads. */
const tokenBytes = (nameBytes: number): bigint => BigInt(nameBytes + (nameBytes > 23 ? 3 : 2))

/** About what the seller receives of a price; nothing where it does not cover the costs. */
export const incomeOf = (
  price: bigint,
  tokens: readonly { readonly asset_name: string }[],
): bigint => {
  const { fee, withTokens } = saleCostsOf(tokens)
  const income = price - fee - withTokens
  return income > 0n ? income : 0n
}
