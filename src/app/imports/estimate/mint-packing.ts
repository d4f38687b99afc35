import { metadataBytes, tokenMetadata } from '#cardano/metadata.ts'
import type { ProtocolParameters } from '#cardano/parameters.ts'
import { type NativeScript, scriptToCbor } from '#cardano/scripts.ts'
import { mainnetCosts, tokenBytes, utxoOverhead } from '#values/amounts/mainnet-costs.ts'
import { bytesOf } from '#values/text/text.ts'
import { metadataInput } from '../plan/metadata-input.ts'
import type { Plan, PlannedToken } from '../plan/plan-types.ts'
import { atOnce, eachInPieces, type Pieces } from '../table/pieces.ts'

export type MintPacking = {
  readonly transactions: number
  /** In lovelace. */
  readonly fees: bigint
  /** The minimum ADA that goes along with the tokens, in lovelace. */
  readonly withTokens: bigint
  /** Both together. */
  readonly lovelace: bigint
}

/** As the window and the command line state it: lovelace as decimal text. */
export const describePacking = ({ transactions, fees, withTokens, lovelace }: MintPacking) => ({
  mintLovelace: String(lovelace),
  transactions,
  feesLovelace: String(fees),
  withTokensLovelace: String(withTokens),
})

/** What is not known of a later mint, as sentences. */
export const packingAssumptions = ({ parameters, script }: Plan): string =>
  [
    'Assumed: all tokens go to one address.',
    parameters === undefined
      ? 'No gateway was at hand, so fees and minimum ADA follow the protocol parameters of Cardano mainnet in July 2026.'
      : 'Fees and minimum ADA follow the protocol parameters of the network now.',
    ...(script === undefined
      ? ['The service did not show the policy, so it counts as one key with a lock date.']
      : []),
  ].join(' ')

/** Tokens of one table are alike: more of them would only take longer. */
const sampleSize = 200

/** How the plan's new tokens are packed into transactions later, and what those cost. */
export const mintPackingOf = (plan: Plan): MintPacking => atOnce(packing(plan))

/** {@link mintPackingOf} in pieces. */
export function* packing(plan: Plan): Pieces<MintPacking> {
  const left: PlannedToken[] = []
  yield* eachInPieces(plan.tokens, (token) => {
    if (token.state === 'new') left.push(token)
  })
  const every = Math.ceil(left.length / sampleSize)
  const sizes: TokenSize[] = []
  for (const token of left.filter((_, index) => index % every === 0)) {
    yield
    sizes.push(sizeOf(token, plan))
  }
  const { parameters, script, receiverBytes } = plan
  return mintPacking(sizes, { count: left.length, parameters, script, receiverBytes })
}

const sizeOf = (
  token: PlannedToken,
  { format, template, policyId }: Pick<Plan, 'format' | 'template' | 'policyId'>,
): TokenSize => ({
  nameBytes: bytesOf(token.assetName),
  metadataBytes: metadataBytes(tokenMetadata(template, metadataInput(token, format), policyId)),
})

/** `metadataBytes`: of its auxiliary data alone. */
export type TokenSize = { readonly nameBytes: number; readonly metadataBytes: number }

type PackingParameters = Pick<
  ProtocolParameters,
  'minFeeA' | 'minFeeB' | 'coinsPerUtxoByte' | 'maxTxBytes'
>

const mainnetParameters: PackingParameters = { ...mainnetCosts, maxTxBytes: 16_384 }

/**
 * A transaction that mints, without its tokens: one input, an output with the tokens and one with
 * the change at addresses of 57 bytes, a policy of one key and a lock date, two signatures. The
 * test builds one; each further input takes 36.
 */
const transactionBytes = 550
/** The script of such a policy, and a key with its signature. */
const plainScriptBytes = 42
const witnessBytes = 101
/** The label, the policy ID, `version` and the maps around the tokens' metadata (CIP-25). */
const sharedMetadataBytes = 76
/** An output with tokens of one policy, without the tokens and its address. */
const outputBytes = 42
/** The longest address that wallets use. */
const longestReceiver = 57

export type PackingTerms = {
  /** Of all tokens, where the sizes are those of a sample at equal distances. */
  readonly count?: number
  /** By default mainnet's. */
  readonly parameters?: PackingParameters | undefined
  /** The policy's; by default that of one key and a lock date. */
  readonly script?: NativeScript | undefined
  /** Of the address that the tokens go to; by default the longest. */
  readonly receiverBytes?: number | undefined
}

/**
 * Minting tokens to one address: packed in their order into transactions as the builder packs them,
 * with a fee for each and a deposit for each output with tokens.
 */
export const mintPacking = (
  sizes: readonly TokenSize[],
  {
    count = sizes.length,
    parameters = mainnetParameters,
    script,
    receiverBytes = longestReceiver,
  }: PackingTerms = {},
): MintPacking => {
  if (count === 0) return { transactions: 0, fees: 0n, withTokens: 0n, lovelace: 0n }
  const minFeeA = Number(parameters.minFeeA)
  const shared = transactionBytes + sharedMetadataBytes + bytesBeyondPlain(script)
  const sum = { transactions: 0, inTransactions: 0, inOutputs: 0 }
  let room = 0
  for (let at = 0; at < count; at += 1) {
    const size = sizes[Math.floor((at * sizes.length) / count)] ?? emptyToken
    const inOutput = tokenBytes(size.nameBytes)
    const inTransaction = 2 * inOutput + size.metadataBytes - sharedMetadataBytes
    if (inTransaction > room || at === 0) {
      sum.transactions += 1
      room = parameters.maxTxBytes - shared
    }
    room -= inTransaction
    sum.inTransactions += inTransaction
    sum.inOutputs += inOutput
  }
  const fees =
    sum.transactions * (Number(parameters.minFeeB) + minFeeA * shared) +
    minFeeA * sum.inTransactions
  const deposits =
    Number(parameters.coinsPerUtxoByte) *
    (sum.transactions * (utxoOverhead + outputBytes + receiverBytes) + sum.inOutputs)
  return {
    transactions: sum.transactions,
    fees: BigInt(fees),
    withTokens: BigInt(deposits),
    lovelace: BigInt(fees + deposits),
  }
}

const emptyToken: TokenSize = { nameBytes: 0, metadataBytes: sharedMetadataBytes }

const bytesBeyondPlain = (script: NativeScript | undefined): number =>
  script === undefined
    ? 0
    : scriptToCbor(script).length / 2 - plainScriptBytes + witnessBytes * (signaturesOf(script) - 1)

/** The signatures that the script asks for at least. */
const signaturesOf = (script: NativeScript): number => {
  if (script.type === 'sig') return 1
  if ('slot' in script) return 0
  const each = script.scripts.map(signaturesOf).toSorted((a, b) => a - b)
  const { length } = each
  const needed = script.type === 'atLeast' ? script.required : script.type === 'any' ? 1 : length
  return each.slice(0, needed).reduce((all, value) => all + value, 0)
}
