import { metadataBytes, tokenMetadata } from '#core/cardano/metadata.ts'
import type { Plan, PlannedToken } from '../plan/plan-types.ts'
import { metadataInput } from '../plan/metadata-input.ts'
import { bytesOf } from '#shared/text.ts'

export type ImportEstimate = {
  /** Of the source images that are still to be made, each file once. */
  readonly bytes: number
  readonly seconds: number
  /** Of minting the token with the most metadata, alone in a transaction. */
  readonly mintLovelace: bigint
}

/**
 * A rough guess of what an import takes: the time on this machine, and what minting one of its
 * tokens will cost later. `pace`: how much longer than guessed the last import took.
 */
export const estimateImport = (
  plan: Plan,
  { cores, pace }: { readonly cores: number; readonly pace: number },
): ImportEstimate => {
  const left = plan.tokens.filter(({ state }) => state !== 'done')
  const files = new Map(
    left.flatMap(({ image }) =>
      image.kind === 'file' ? [[image.file.path, image.file.size]] : [],
    ),
  )
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0)
  const work = files.size * perFile + bytes / bytesPerSecond
  const seconds = left.length === 0 ? 0 : startUp + (work / cores + left.length * perToken) * pace
  return { bytes, seconds, mintLovelace: costOf(plan) }
}

/**
 * Of one core: 1,000 drawings of 2000² became images of 1024² in 33 s on two cores
 * (docs/benchmarks.md); the more bytes an image of the same size has, the longer it takes to read.
 */
const perFile = 0.055
const bytesPerSecond = 40_000_000
/** To check, send and note a token. */
const perToken = 0.002
const startUp = 1

const costOf = (plan: Plan): bigint => {
  const [first, ...others] = plan.tokens
  if (first === undefined) return 0n
  const { token } = others.reduce(
    (largest, token) => {
      const length = lengthOf(token)
      return length > largest.length ? { token, length } : largest
    },
    { token: first, length: lengthOf(first) },
  )
  const content = metadataInput(token.request, token.image, plan.format)
  return mintCost({
    assetName: token.assetName,
    metadataBytes: metadataBytes(tokenMetadata(plan.template, content, plan.policyId)),
  })
}

/** Which token has the most to write shows without writing it. */
const lengthOf = ({ request }: PlannedToken): number => {
  const { name, description = '', metadata_attributes = [], custom_attributes = {} } = request
  const texts = [
    name,
    description,
    ...metadata_attributes.map(({ value }) => value),
    ...Object.entries(custom_attributes).flat(),
  ]
  return texts.reduce((sum, text) => sum + text.length, 0)
}

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
