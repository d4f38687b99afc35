import { generatePolicyKey } from '#cardano/keys.ts'
import { publicPolicyText } from '#cardano/public-policy.ts'
import { type NativeScript, policyIdOf } from '#cardano/scripts.ts'

/**
 * The public policy file of a policy on the devnet whose key is nowhere near.
 * @param path where its key derives from
 */
export const publicPolicy = (name = 'Watched', path: string | null = null) => {
  const key = generatePolicyKey()
  const { keyHash, publicKey } = key
  const script: NativeScript = { type: 'all', scripts: [{ type: 'sig', keyHash }] }
  const policyId = policyIdOf(script)
  const keys = [{ keyHash, publicKey, path }]
  const text = publicPolicyText({ policyId, name, network: 'devnet', script, keys })
  return { policyId, key, text }
}
