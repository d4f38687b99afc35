import type { PolicyView } from '#core/policies/policy-view.ts'
import type { Question } from '../services-deps.ts'

/** Whether a service may receive a policy's signing keys, which it then has for ever. */
export const sendKeysQuestion = (
  { policyId, name, network }: Pick<PolicyView, 'policyId' | 'name' | 'network'>,
  { baseUrl }: { readonly baseUrl: string },
): Question => {
  const { origin, host } = new URL(baseUrl)
  return {
    question: `Send the signing keys of a policy to ${host}?`,
    facts: [
      `Policy: ${name ?? 'without a name'}`,
      `Policy ID: ${policyId}`,
      `Network: ${network}`,
      `Address: ${origin}`,
      'Whoever runs this service can mint under the policy from then on. You cannot take the keys back.',
    ],
    yes: 'Send the keys',
  }
}
