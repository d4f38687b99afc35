import type { PolicyView } from '#contract/policies/policy-view.ts'
import type { LogDraft } from './services-deps.ts'
import { cutMiddle } from '#values/text/format.ts'

/** `#` is replaced with the policy's name for people. */
export const noted = (
  sentence: string,
  { policyId, name, network }: Pick<PolicyView, 'policyId' | 'name' | 'network'>,
  details: Readonly<Record<string, string>> = {},
): LogDraft => ({
  level: 'info',
  kind: 'policy',
  message: sentence.replace('#', () => name ?? cutMiddle(policyId)),
  details: { policyId, network, ...details },
})

export const warned = (entry: LogDraft): LogDraft => ({ ...entry, level: 'warning' })
