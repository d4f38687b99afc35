import { bytesOf } from '#shared/text.ts'

/**
 * What minting one token costs: the fee of its transaction and the deposit that stays with the
 * token. Protocol parameters of mainnet in July 2026, which have been these since 2022:
 * - fee = minFeeA · bytes of the transaction + minFeeB (docs.cardano.org, "Fee structure")
 * - deposit = coinsPerUtxoByte · (160 + bytes of the output) (CIP-55, Babbage)
 * Metadata is part of the transaction, not of the output: it raises the fee alone.
 */
const parameters = { minFeeA: 44, minFeeB: 155_381, coinsPerUtxoByte: 4_310, utxoOverhead: 160 }

/**
 * A transaction that mints one token, without the token's name and metadata: one input, an output
 * with the token and one with the change at addresses of 57 bytes, a policy of one key and a lock
 * date, two signatures. The test builds one of 554 bytes; each further input takes 36.
 */
const transactionBytes = 600

/** An output at an address of 57 bytes with one token, without the token's name. */
const outputBytes = 104

/** Rounded up, because it is a guess: nobody should find it a little short. */
const roundedTo = 10_000

/** In lovelace. `metadataBytes`: of the auxiliary data. */
export const mintCost = (token: {
  readonly assetName: string
  readonly metadataBytes: number
}): bigint => {
  const { minFeeA, minFeeB, coinsPerUtxoByte, utxoOverhead } = parameters
  const name = bytesOf(token.assetName)
  // The name stands in the output and in the list of what is minted.
  const fee = minFeeA * (transactionBytes + 2 * name + token.metadataBytes) + minFeeB
  const deposit = coinsPerUtxoByte * (utxoOverhead + outputBytes + name)
  return BigInt(Math.ceil((fee + deposit) / roundedTo) * roundedTo)
}
