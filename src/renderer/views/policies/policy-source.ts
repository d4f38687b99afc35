import type { CallInput } from '#contract/window/calls.ts'

export type PolicySource = CallInput<'policies.inspect'>['source']

export type DroppedSource = Extract<PolicySource, { readonly kind: 'dropped' }>

/** Where a policy is to be read from, as it stands in the form. */
export type PolicySourceChoice = {
  readonly how: 'file' | 'text' | 'scan'
  readonly path: string | null
  /** Dropped files, in place of a path. They may hold keys: a form with them keeps no draft. */
  readonly dropped?: DroppedSource
  readonly pasted: string
}

export const noSource: PolicySourceChoice = { how: 'file', path: null, pasted: '' }

/** @returns undefined while there is nothing to read */
export const readPolicySource = (
  choice: Omit<PolicySourceChoice, 'dropped'>,
): Exclude<PolicySource, DroppedSource> | undefined => {
  const { how, path, pasted } = choice
  if (how === 'file') return path === null ? undefined : { kind: 'file', path }
  if (how === 'scan') return undefined
  return pasted.trim() === '' ? undefined : { kind: 'text', text: pasted }
}

/** @returns undefined while there is nothing to read */
export const policySourceOf = (choice: PolicySourceChoice): PolicySource | undefined =>
  choice.how === 'file' && choice.dropped !== undefined ? choice.dropped : readPolicySource(choice)

export const droppedName = ({ folder, files }: DroppedSource): string =>
  folder ?? files.map(({ name }) => name).join(', ')
