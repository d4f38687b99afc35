import { bytesToHex } from '@noble/hashes/utils.js'
import { ColdpressError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { PolicyId } from '#core/cardano/ids.ts'
import { policyIdOf } from '#core/cardano/scripts.ts'
import { unitOf, type Unit } from '#core/cardano/value.ts'
import { buildSingle } from '#core/cardano/transactions/build/build.ts'
import { nameLabel } from '#core/cardano/transactions/build/mint-tokens.ts'
import type {
  BuildContext,
  BuiltTransaction,
  MintPolicy,
} from '#core/cardano/transactions/build/types.ts'
import { policyValidity } from '#core/cardano/transactions/build/validity.ts'

/** A token to burn out of the funding, as often as `quantity` says. */
type TokenToBurn = { readonly assetName: Uint8Array; readonly quantity: bigint }

/**
 * Burns tokens of one policy that lie in the funding, in one transaction. It bears no metadata: a
 * burn changes nothing of what wallets show (CIP-25).
 * @throws ColdpressError `conflict` when a token does not lie in the funding, the policy is locked
 * or lovelace is missing; `invalid` for a token or signers that cannot be; `too_large`
 */
export const buildBurn = (
  context: BuildContext,
  { policy, tokens }: { readonly policy: MintPolicy; readonly tokens: readonly TokenToBurn[] },
): BuiltTransaction =>
  buildSingle(
    context,
    {
      outputs: [],
      mint: burned(policyIdOf(policy.script), tokens),
      validity: policyValidity(context, policy),
      script: policy.script,
      policySigners: policy.signers,
    },
    { what: 'burn', advice: 'burn fewer tokens at once' },
  )

/** A mint is a signed number of 64 bits. */
const maxAtOnce = 2n ** 63n - 1n

const burned = (policyId: PolicyId, tokens: readonly TokenToBurn[]): ReadonlyMap<Unit, bigint> => {
  if (tokens.length === 0)
    throw new ColdpressError('invalid', 'tokens: none was given; choose at least one to burn')
  const mint = new Map<Unit, bigint>()
  for (const { assetName, quantity } of tokens) {
    const invalid = (message: string) =>
      new ColdpressError('invalid', `token ${nameLabel(assetName)}: ${message}`)
    if (assetName.length > limits.ledgerAssetNameBytes)
      throw invalid(`an asset name has at most ${limits.ledgerAssetNameBytes} bytes`)
    if (quantity <= 0n || quantity > maxAtOnce)
      throw invalid(`${quantity} of it cannot be burned; give a number from 1 to ${maxAtOnce}`)
    const unit = unitOf(policyId, bytesToHex(assetName))
    if (mint.has(unit)) throw invalid('it is listed twice; list it once')
    mint.set(unit, -quantity)
  }
  return mint
}
