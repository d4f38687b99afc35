/**
 * Protocol parameters of mainnet in July 2026, which have been these since 2022, in lovelace:
 * - fee = minFeeA · bytes of the transaction + minFeeB (docs.cardano.org, "Fee structure")
 * - minimum ADA = coinsPerUtxoByte · (`utxoOverhead` + bytes of the output) (CIP-55, Babbage)
 * Metadata is part of the transaction, not of the output: it raises the fee alone.
 */
export const mainnetCosts = {
  minFeeA: 44n,
  minFeeB: 155_381n,
  coinsPerUtxoByte: 4_310n,
} as const

/** Bytes that each output counts beside its own. */
export const utxoOverhead = 160

/** What a token takes in an output, and once more among what is minted: its name and two heads. */
export const tokenBytes = (nameBytes: number): number => nameBytes + (nameBytes > 23 ? 3 : 2)
