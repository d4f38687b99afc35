import type { PolicyView } from '#contract/policies/policy-view.ts'

export type Obstacles = {
  /** No tested backup holds all keys: what there is instead. */
  readonly unproved?: 'none' | 'made'
  /** Other policies in the list that use a key of this one. */
  readonly sharing: readonly PolicyView[]
}

/** The objections to removing a policy's keys from this computer. */
export const obstaclesToRemoval = (policy: PolicyView, all: readonly PolicyView[]): Obstacles => {
  const { state } = policy.backup
  const here = new Set(policy.keys.filter((key) => key.here).map(({ keyHash }) => keyHash))
  const sharing = all.filter(
    (other) =>
      other.policyId !== policy.policyId && other.keys.some(({ keyHash }) => here.has(keyHash)),
  )
  return { sharing, ...(state === 'tested' ? {} : { unproved: state }) }
}

/** The text to type: the name, or the id, which may be in upper case. */
export const isTyped = (
  { name, policyId }: Pick<PolicyView, 'name' | 'policyId'>,
  typed: string,
): boolean => {
  const given = typed.trim()
  return given.toLowerCase() === policyId || (name !== null && given === name.trim())
}
