import type { CallInput, CallName, CallOutput } from '#contract/window/calls.ts'
import { call } from '../bridge.ts'
import { applyCall } from './effects.ts'
import { queryClient } from './query-client.ts'

/**
 * Makes a call that changes something, and updates the cache by `callEffects`. Input and answer of
 * a call with a secret bypass the cache.
 * @throws CallError when the call fails; the cache is unchanged then
 */
export const change = async <N extends CallName>(
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> => {
  const answer = await call(name, input)
  await applyCall(queryClient, name, input, answer)
  return answer
}
