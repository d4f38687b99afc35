import type { AnyCid } from '../../content/cid.ts'
import type { Providers } from '../pinner.ts'
import { isOfflineNode } from './kubo-error.ts'
import type { Rpc } from './rpc.ts'

/** More are not counted. */
const mostProviders = 20

/**
 * Has the node ask the network who has some content. Strangers learn of the question.
 * @returns undefined where the node is offline
 */
export const findProviders = (
  rpc: Rpc,
  cid: AnyCid,
  own: string,
  signal: AbortSignal,
): Promise<Providers | undefined> =>
  rpc.exchange('routing/findprovs', signal, async (client, deadline) => {
    const found = new Set<string>()
    const options = { numProviders: mostProviders, signal: deadline.signal }
    try {
      for await (const event of client.routing.findProvs(cid, options)) {
        deadline.progress()
        if (event.name !== 'PROVIDER') continue
        for (const { id } of event.providers) found.add(id.toString())
      }
    } catch (error) {
      if (isOfflineNode(error)) return undefined
      throw error
    }
    const isAnnounced = found.delete(own)
    return { isAnnounced, others: found.size }
  })
