import { create } from 'zustand'
import type { CallInput, CallOutput } from '../../shared/calls/contract.ts'
import type { PolicyFacts } from '../../shared/calls/facts.ts'
import { call } from '../bridge.ts'
import { text } from '../text/en.ts'
import { tellIfWeak } from './weak-passphrase.ts'

type PoliciesStore = {
  /** Newest first; undefined until they were loaded once. Public facts only: no key is ever here. */
  readonly policies: readonly PolicyFacts[] | undefined
  readonly load: () => Promise<void>
  readonly generate: (input: CallInput<'policies.generate'>) => Promise<PolicyFacts>
  readonly exportFrom: (input: CallInput<'policies.exportFrom'>) => Promise<PolicyFacts>
  readonly take: (input: CallInput<'policies.import'>) => Promise<PolicyFacts>
  /** Passphrases go through these and stay nowhere. */
  readonly backUp: (input: CallInput<'backups.save'>) => Promise<CallOutput<'backups.save'>>
  readonly drill: (input: CallInput<'backups.drill'>) => Promise<CallOutput<'backups.drill'>>
  readonly restore: (input: CallInput<'backups.restore'>) => Promise<CallOutput<'backups.restore'>>
  readonly removeKeys: (input: CallInput<'backups.removeKeys'>) => Promise<PolicyFacts>
}

export const usePolicies = create<PoliciesStore>((set) => {
  let asked = 0
  const load = async (): Promise<void> => {
    const question = (asked += 1)
    const policies = await call('policies.list', null)
    if (question === asked) set({ policies })
  }
  /** A key that came or went may belong to other policies too, so all are asked for again. */
  const thenLoad = async <T>(work: Promise<T>): Promise<T> => {
    const answer = await work
    await load()
    return answer
  }
  return {
    policies: undefined,
    load,
    generate: (input) => thenLoad(call('policies.generate', input)),
    exportFrom: (input) => thenLoad(call('policies.exportFrom', input)),
    take: (input) => thenLoad(call('policies.import', input)),
    backUp: (input) => thenLoad(call('backups.save', input)),
    drill: async (input) => {
      const answer = await thenLoad(call('backups.drill', input))
      void tellIfWeak(input.backupPassphrase, text.policies.backup.weak)
      return answer
    },
    restore: async (input) => {
      const answer = await thenLoad(call('backups.restore', input))
      void tellIfWeak(input.backupPassphrase, text.policies.backup.weak)
      return answer
    },
    removeKeys: (input) => thenLoad(call('backups.removeKeys', input)),
  }
})
