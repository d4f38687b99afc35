import { metadataBytes, tokenMetadata } from '#core/cardano/metadata.ts'
import type { FileEntry, Plan } from '../plan/plan-types.ts'
import { metadataInput } from '../plan/metadata-input.ts'
import { bytesOf } from '#shared/text.ts'

export type ImportEstimate = {
  /** Of the images that are still to be made and the works that go beside them, each file once. */
  readonly bytes: number
  readonly seconds: number
  /**
   * What minting the new tokens later asks for: fees, and the ADA that goes along with the tokens.
   * In lovelace.
   */
  readonly mintLovelace: bigint
}

/**
 * A rough guess of what an import takes: the time on this machine, and what minting its
 * tokens will cost later. `pace`: how much longer than guessed the last import took.
 */
export const estimateImport = (
  plan: Plan,
  { cores, pace }: { readonly cores: number; readonly pace: number },
): ImportEstimate => {
  const left = plan.tokens.filter(({ state }) => state !== 'done')
  const images = left.flatMap(({ image }) => (image.kind === 'file' ? [image.file] : []))
  const works = left.flatMap((token) => token.works.map(({ file }) => file))
  const bytes = bytesIn(images) + bytesIn(works)
  const work =
    countOf(images) * perFile + bytesIn(images) / bytesPerSecond + bytesIn(works) / copiedPerSecond
  const seconds = left.length === 0 ? 0 : startUp + (work / cores + left.length * perToken) * pace
  return { bytes, seconds, mintLovelace: mintCostOf(plan) }
}

/** One file may serve many rows. */
const eachOnce = (files: readonly FileEntry[]): ReadonlyMap<string, number> =>
  new Map(files.map(({ path, size }) => [path, size]))

const bytesIn = (files: readonly FileEntry[]): number =>
  [...eachOnce(files).values()].reduce((sum, size) => sum + size, 0)

const countOf = (files: readonly FileEntry[]): number => eachOnce(files).size

/**
 * Of one core: 1,000 drawings of 2000² became images of 1024² in 33 s on two cores
 * (docs/benchmarks.md); the more bytes an image of the same size has, the longer it takes to read.
 */
const perFile = 0.055
const bytesPerSecond = 40_000_000
/** To hash a work twice, for the file and its CID, and to copy it. */
const copiedPerSecond = 200_000_000
/** To check, send and note a token. */
const perToken = 0.002
const startUp = 1

/** Tokens of one table are alike: more of them would only take longer. */
const sampleSize = 200

/** Of {@link ImportEstimate.mintLovelace}. */
export const mintCostOf = (plan: Plan): bigint => mintPackingOf(plan).lovelace

/** How the plan's new tokens are packed into transactions later, and what those cost. */
export const mintPackingOf = (plan: Plan): MintPacking => {
  const left = plan.tokens.filter(({ state }) => state === 'new')
  const every = Math.ceil(left.length / sampleSize)
  const sample = left.filter((_, index) => index % every === 0)
  const sum = { name: 0, metadata: 0 }
  for (const token of sample) {
    const content = metadataInput(token, plan.format)
    sum.name += bytesOf(token.assetName)
    sum.metadata += metadataBytes(tokenMetadata(plan.template, content, plan.policyId))
  }
  return mintPacking(left.length, {
    nameBytes: sum.name / sample.length,
    metadataBytes: sum.metadata / sample.length,
  })
}

/**
 * Protocol parameters of mainnet in July 2026, which have been these since 2022:
 * - fee = minFeeA · bytes of the transaction + minFeeB (docs.cardano.org, "Fee structure")
 * - deposit = coinsPerUtxoByte · (160 + bytes of the output) (CIP-55, Babbage)
 * Metadata is part of the transaction, not of the output: it raises the fee alone.
 */
const parameters = {
  minFeeA: 44,
  minFeeB: 155_381,
  coinsPerUtxoByte: 4_310,
  utxoOverhead: 160,
  maxTxBytes: 16_384,
}

/**
 * A transaction that mints, without its tokens: one input, an output with the tokens and one with
 * the change at addresses of 57 bytes, a policy of one key and a lock date, two signatures. The
 * test builds one; each further input takes 36.
 */
const transactionBytes = 550
/** The label, the policy ID, `version` and the maps around the tokens' metadata (CIP-25). */
const sharedMetadataBytes = 76
/** An output at an address of 57 bytes with tokens of one policy, without the tokens. */
const outputBytes = 99
/** What a token takes in the output, and once more among what is minted: its name and two heads. */
const tokenBytes = (nameBytes: number): number => nameBytes + (nameBytes > 23 ? 3 : 2)

/** Rounded up, because it is a guess: nobody should find it a little short. */
const roundedTo = 10_000

export type MintPacking = {
  readonly transactions: number
  /** In lovelace. */
  readonly fees: bigint
  /** The minimum ADA that goes along with the tokens, in lovelace. */
  readonly withTokens: bigint
  /** Both together, rounded up. */
  readonly lovelace: bigint
}

/**
 * Minting so many tokens to one address: packed into transactions as the builder packs them, with a
 * fee for each and a deposit for each output with tokens.
 */
export const mintPacking = (
  count: number,
  /** Of one token on average. `metadataBytes`: of its auxiliary data alone. */
  token: { readonly nameBytes: number; readonly metadataBytes: number },
): MintPacking => {
  if (count === 0) return { transactions: 0, fees: 0n, withTokens: 0n, lovelace: 0n }
  const { minFeeA, minFeeB, coinsPerUtxoByte, utxoOverhead, maxTxBytes } = parameters
  const inOutput = tokenBytes(token.nameBytes)
  const inTransaction = 2 * inOutput + token.metadataBytes - sharedMetadataBytes
  const shared = transactionBytes + sharedMetadataBytes
  const perTransaction = Math.max(1, Math.floor((maxTxBytes - shared) / inTransaction))
  const transactions = Math.ceil(count / perTransaction)
  const fees = transactions * (minFeeB + minFeeA * shared) + count * minFeeA * inTransaction
  const deposits =
    coinsPerUtxoByte * (transactions * (utxoOverhead + outputBytes) + count * inOutput)
  return {
    transactions,
    fees: BigInt(Math.ceil(fees)),
    withTokens: BigInt(Math.ceil(deposits)),
    lovelace: BigInt(Math.ceil((fees + deposits) / roundedTo) * roundedTo),
  }
}
