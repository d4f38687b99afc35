import type { PolicyFacts } from '#shared/calls/facts.ts'

/** Whether keys are here that no proved backup holds: then people are reminded. */
export const lacksTestedBackup = ({
  keys,
  backup,
}: Pick<PolicyFacts, 'keys' | 'backup'>): boolean =>
  backup.state !== 'tested' && keys.some(({ here }) => here)

export type Obstacles = {
  /** No backup that holds all keys has passed its test: how far it got. */
  readonly unproved?: 'none' | 'made'
  /** The other policies here that name a key of this one. */
  readonly sharing: readonly PolicyFacts[]
}

/** What stands against removing the keys of a policy that are here. */
export const obstaclesToRemoval = (policy: PolicyFacts, all: readonly PolicyFacts[]): Obstacles => {
  const { state } = policy.backup
  const here = new Set(policy.keys.filter((key) => key.here).map(({ keyHash }) => keyHash))
  const sharing = all.filter(
    (other) =>
      other.policyId !== policy.policyId && other.keys.some(({ keyHash }) => here.has(keyHash)),
  )
  return { sharing, ...(state === 'tested' ? {} : { unproved: state }) }
}

/** What must be typed: the name where there is one, else the id; upper case does in an id. */
export const isTyped = (
  { name, policyId }: Pick<PolicyFacts, 'name' | 'policyId'>,
  typed: string,
): boolean => {
  const given = typed.trim()
  return given.toLowerCase() === policyId || (name !== null && given === name.trim())
}
