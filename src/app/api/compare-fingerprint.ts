import type { Token } from '#contract/tokens/token.ts'
import { fingerprintsOf } from '#cardano/fingerprint.ts'
import { PolicyId } from '#cardano/ids.ts'

/**
 * A warning in words where a service states another fingerprint (CIP-14) of a token than its policy and
 * its name give; undefined where it states the same, or where one of the three is not stated.
 */
export const fingerprintWarning = ({
  fingerprint: stated,
  policy,
  asset_name: assetName,
}: Pick<Token, 'fingerprint' | 'policy' | 'asset_name'>): string | undefined => {
  if (!stated || policy === null || policy === undefined) return undefined
  const computed = fingerprintsOf(PolicyId(policy.policy_id))(assetName)
  return stated === computed
    ? undefined
    : `The service states the fingerprint ${stated}, but the policy ${policy.policy_id} and the asset name ${assetName} give ${computed}. It may mint under another policy or name: ask the service before you sell or mint this token.`
}

/** A token as its service states it, with that warning among its own. */
export const compareFingerprint = (token: Token): Token => {
  const warning = fingerprintWarning(token)
  return warning === undefined
    ? token
    : { ...token, warnings: [...(token.warnings ?? []), warning] }
}
