import { create } from 'zustand'
import type { CallInput } from '../../shared/calls/contract.ts'
import type { PolicyFacts } from '../../shared/calls/facts.ts'
import { call } from '../bridge.ts'

type PoliciesStore = {
  /** Newest first; undefined until they were loaded once. Public facts only: no key is ever here. */
  readonly policies: readonly PolicyFacts[] | undefined
  readonly load: () => Promise<void>
  readonly generate: (input: CallInput<'policies.generate'>) => Promise<PolicyFacts>
  readonly exportFrom: (input: CallInput<'policies.exportFrom'>) => Promise<PolicyFacts>
  readonly take: (input: CallInput<'policies.import'>) => Promise<PolicyFacts>
}

export const usePolicies = create<PoliciesStore>((set) => {
  let asked = 0
  const load = async (): Promise<void> => {
    const question = (asked += 1)
    const policies = await call('policies.list', null)
    if (question === asked) set({ policies })
  }
  /** A key that came in may belong to other policies too, so all are asked for again. */
  const thenLoad = async (work: Promise<PolicyFacts>): Promise<PolicyFacts> => {
    const policy = await work
    await load()
    return policy
  }
  return {
    policies: undefined,
    load,
    generate: (input) => thenLoad(call('policies.generate', input)),
    exportFrom: (input) => thenLoad(call('policies.exportFrom', input)),
    take: (input) => thenLoad(call('policies.import', input)),
  }
})
