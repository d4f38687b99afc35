import { ColdpressError } from '#values/errors/errors.ts'
import type { MintEstimate } from '#contract/mints/mint.ts'
import type { MintingClient } from '#app/api/client.ts'
import type { Core } from '#app/create-core.ts'
import type { WindowHandlersOf } from '../services-deps.ts'

type Estimating = Pick<WindowHandlersOf<'minting'>, 'minting.estimate' | 'minting.estimateBurn'>

type CollectionRef = { readonly accountId: string; readonly collectionId: string }

/** One estimate at a time for each collection: the form has moved on from an earlier one. */
export const estimateHandlers = ({ accounts }: Pick<Core, 'accounts'>): Estimating => {
  const running = new Map<string, AbortController>()
  const latest = async (
    { accountId, collectionId }: CollectionRef,
    ask: (client: MintingClient, signal: AbortSignal) => Promise<MintEstimate>,
  ): Promise<MintEstimate> => {
    const key = `${accountId} ${collectionId}`
    const ending = new AbortController()
    running.get(key)?.abort(new ColdpressError('cancelled', 'A later estimate replaces this one.'))
    running.set(key, ending)
    try {
      return await ask(await accounts.client(accountId), ending.signal)
    } finally {
      if (running.get(key) === ending) running.delete(key)
    }
  }
  return {
    'minting.estimate': ({ form, ...ref }) =>
      latest(ref, (client, signal) => client.estimateMint(ref.collectionId, form, { signal })),
    'minting.estimateBurn': ({ form, ...ref }) =>
      latest(ref, (client, signal) => client.estimateBurn(ref.collectionId, form, { signal })),
  }
}
