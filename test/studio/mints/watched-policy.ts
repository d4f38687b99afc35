import { generatePolicyKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson, scriptToJson } from '#cardano/scripts.ts'

/** A policy whose only key is on another computer. */
export const watchedPolicy = () => {
  const key = generatePolicyKey()
  const script = scriptFromJson({ type: 'sig', keyHash: key.keyHash })
  return {
    key,
    policy: {
      lock: false,
      policy_id: policyIdOf(script),
      script: scriptToJson(script),
      signing_keys: [],
    },
  }
}
