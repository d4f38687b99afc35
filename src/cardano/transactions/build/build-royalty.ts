import { ColdpressError } from '#values/errors/errors.ts'
import { joinAddress, parseAddress, paymentAddress } from '../../addresses.ts'
import { networkId } from '../../network.ts'
import { royaltyMetadata } from '../../royalty.ts'
import { policyIdOf } from '../../scripts.ts'
import { unitOf, type Unit } from '../../value.ts'
import { royaltyAuxiliary } from './auxiliary.ts'
import type { BodyDraft } from './body.ts'
import { buildSingle, type Purpose } from './build.ts'
import { tokenOutputs } from './outputs.ts'
import type { BuildContext, BuiltTransaction, MintPolicy } from './types.ts'
import { policyValidity } from './validity.ts'

export type RoyaltyMintRequest = {
  readonly policy: MintPolicy
  /** As `royaltyMetadata` takes them: the address in pieces, the rate a decimal from 0 to 1. */
  readonly royalty: { readonly address: readonly string[]; readonly rate: number | string }
  /** Who receives the token. */
  readonly address: string
  /** Every asset ever minted under the policy, including burned ones (`Gateway.assetsOf`). */
  readonly minted: readonly { readonly unit: Unit }[]
}

/**
 * Mints the royalty token of a policy (CIP-27): one token without a name, alone in its transaction,
 * because label 777 does not say which policy it means.
 * @throws ColdpressError `conflict` when anything was ever minted under the policy: only the first
 * mint counts, for good; otherwise as `buildMint`, and `invalid` for the royalty's address or rate
 */
export const buildRoyaltyMint = (
  context: BuildContext,
  request: RoyaltyMintRequest,
): BuiltTransaction => buildSingle(context, royaltyDraft(context, request), royaltyPurpose)

export const royaltyPurpose: Purpose = {
  what: 'royalty token',
  advice: 'pay it from fewer, larger outputs',
}

/** @throws ColdpressError as {@link buildRoyaltyMint}, except for the funding */
export const royaltyDraft = (
  context: BuildContext,
  { policy, royalty, address, minted }: RoyaltyMintRequest,
): BodyDraft => {
  const policyId = policyIdOf(policy.script)
  if (minted.length > 0)
    throw new ColdpressError(
      'conflict',
      `policy: ${minted.length === 1 ? 'a token was' : `${minted.length} tokens were`} minted under ${policyId} before; ` +
        'wallets and markets take a royalty only from the first mint (CIP-27), so this policy can have none any more',
    )
  const metadata = royaltyMetadata(royalty)
  checkNetwork(royalty.address, context)
  const unit = unitOf(policyId, '')
  const receiver = paymentAddress(address, context.network).bech32
  return {
    outputs: tokenOutputs(receiver, new Map([[unit, 1n]]), context.parameters),
    mint: new Map([[unit, 1n]]),
    validity: policyValidity(context, policy),
    script: policy.script,
    policySigners: policy.signers,
    auxiliary: royaltyAuxiliary(metadata),
  }
}

const checkNetwork = (pieces: readonly string[], { network }: BuildContext): void => {
  if (parseAddress(joinAddress(pieces)).networkId === networkId(network)) return
  throw new ColdpressError(
    'invalid',
    `royalty.address: it is not of ${network}, and what is minted can never be changed; give an address of ${network}`,
  )
}
