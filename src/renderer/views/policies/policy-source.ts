import type { CallInput } from '#shared/calls/contract.ts'

export type PolicySource = CallInput<'policies.inspect'>['source']

/** Where a policy is to be read from, as it stands in the form. */
export type SourceChoice = {
  readonly how: 'file' | 'text' | 'scan'
  readonly path: string | null
  readonly pasted: string
}

export const noSource: SourceChoice = { how: 'file', path: null, pasted: '' }

/** @returns undefined while there is nothing to read */
export const sourceOf = ({ how, path, pasted }: SourceChoice): PolicySource | undefined => {
  if (how === 'file') return path === null ? undefined : { kind: 'file', path }
  if (how === 'scan') return undefined
  return pasted.trim() === '' ? undefined : { kind: 'text', text: pasted }
}
