import { create } from 'zustand'
import type { CallInput, CallOutput } from '../../shared/calls/contract.ts'
import type { PhraseFacts } from '../../shared/calls/facts.ts'
import { call } from '../bridge.ts'

type PhrasesStore = {
  /** Newest first; undefined until they were loaded once. Public facts only: no word is ever here. */
  readonly phrases: readonly PhraseFacts[] | undefined
  readonly load: () => Promise<void>
  /** The words go through these and stay nowhere. */
  readonly confirm: (input: CallInput<'phrases.confirm'>) => Promise<PhraseFacts>
  readonly restore: (input: CallInput<'phrases.restore'>) => Promise<PhraseFacts>
  readonly derive: (input: CallInput<'phrases.derive'>) => Promise<CallOutput<'phrases.derive'>>
}

export const usePhrases = create<PhrasesStore>((set) => {
  let asked = 0
  const load = async (): Promise<void> => {
    const question = (asked += 1)
    const phrases = await call('phrases.list', null)
    if (question === asked) set({ phrases })
  }
  const thenLoad = async <T>(work: Promise<T>): Promise<T> => {
    const answer = await work
    await load()
    return answer
  }
  return {
    phrases: undefined,
    load,
    confirm: (input) => thenLoad(call('phrases.confirm', input)),
    restore: (input) => thenLoad(call('phrases.restore', input)),
    derive: (input) => thenLoad(call('phrases.derive', input)),
  }
})
