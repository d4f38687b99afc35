import type { CallInput, CallOutput, ChangingCall } from '#contract/window/calls.ts'
import { send } from '../bridge.ts'
import { applyCall } from './effects.ts'
import { queryClient } from './query-client.ts'

/**
 * Makes a call that changes something, and updates the cache as the contract says. Input and answer of
 * a call with a secret bypass the cache.
 * @throws CallError when the call fails; the cache is unchanged then
 */
export const change = async <N extends ChangingCall>(
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> => {
  const answer = await send(name, input)
  await applyCall(queryClient, name, input, answer)
  return answer
}
