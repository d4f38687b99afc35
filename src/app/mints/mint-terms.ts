import type { FieldError } from '#contract/collections/calls.ts'
import type { MintDraftRequest, MintTerms } from '#contract/mints/calls.ts'
import { isColdpressError } from '#values/errors/errors.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { FundingView } from '#contract/mints/mint.ts'
import { paymentAddress } from '#cardano/addresses.ts'
import { fewestSigners } from '#cardano/fewest-signers.ts'
import { KeyHash } from '#cardano/ids.ts'
import { canSatisfy, keyHashesIn, type NativeScript, scriptFromJson } from '#cardano/scripts.ts'
import { clockSlot } from '#cardano/slots.ts'
import { hasTestWallet, type MintTarget } from './test-wallet.ts'
import { chainOf, knownChainOf } from '../accounts/chain-of.ts'

/** The slot at which a policy is evaluated. Undefined: evaluated for any slot. */
const slotOf = (target: MintTarget, { network }: Collection, now: Date): bigint | undefined => {
  const chain = chainOf(target, network)
  return chain === undefined ? undefined : clockSlot(chain, now)
}

export const mintTermsOf = async (
  vault: { readonly hasKey: (keyHash: KeyHash) => Promise<boolean> },
  target: MintTarget,
  collection: Collection,
  funding: FundingView,
  now: Date,
): Promise<MintTerms> => {
  const { policy, network } = collection
  const script = scriptFromJson(policy.script)
  const hashes = keyHashesIn(script)
  const keys = await Promise.all(
    hashes.map(async (keyHash) => ({ keyHash, here: await vault.hasKey(keyHash) })),
  )
  const slot = slotOf(target, collection, now)
  const hereFirst = keys.toSorted((key, other) => Number(other.here) - Number(key.here))
  const canMint = canSatisfy(script, new Set(hashes), slot)
  return {
    network: knownChainOf(target, network),
    funding: {
      ...funding,
      hasTestWallet: hasTestWallet(target),
    },
    policy: {
      policyId: policy.policy_id,
      script: policy.script,
      keys,
      hasChoice: hasChoice(script, hashes, slot),
      suggested: canMint
        ? [
            ...fewestSigners(
              script,
              hereFirst.map(({ keyHash }) => KeyHash(keyHash)),
              slot,
            ),
          ]
        : [],
    },
  }
}

/** Not all keys are needed. */
const hasChoice = (script: NativeScript, keys: readonly KeyHash[], slot?: bigint): boolean =>
  keys.some((left) => canSatisfy(script, new Set(keys.filter((key) => key !== left)), slot))

/** Errors of a mint's form that can be found without the service, by field. */
export const mintErrors = (
  target: MintTarget,
  collection: Collection,
  form: MintDraftRequest,
  now: Date,
): FieldError[] => {
  const { policy } = collection
  const network = knownChainOf(target, collection.network)
  const address = (field: string, text: string): FieldError[] => {
    try {
      const { isScript } = paymentAddress(text, network)
      return field === 'funding' && isScript ? [{ field, message: scriptPays }] : []
    } catch (error) {
      if (!isColdpressError(error, 'invalid')) throw error
      return [{ field, message: error.message.replace(/^address: /u, '') }]
    }
  }
  const script = scriptFromJson(policy.script)
  const signers = new Set(form.signers?.map(KeyHash) ?? keyHashesIn(script))
  const suffice = canSatisfy(script, signers, slotOf(target, collection, now))
  return [
    ...(form.tokens.length === 0 ? [{ field: 'tokens', message: 'none picked' }] : []),
    ...address('to', form.to),
    ...(form.funding === 'own' ? [] : address('funding', form.funding.address)),
    ...(suffice ? [] : [{ field: 'signers', message: 'these signatures do not suffice' }]),
  ]
}

const scriptPays = 'it is that of a script, for which nobody can sign; give that of a key'
