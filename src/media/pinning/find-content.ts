import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { countText } from '#values/text/format.ts'
import type { AnyCid } from '../content/cid.ts'
import { requireOnline } from '#platform/offline/offline.ts'
import { askRouting } from './delegated-routing.ts'
import type { Pinner } from './pinner.ts'

/** What one that was asked answered, as a sentence; whether others can find the content. */
export type FoundContent = {
  readonly asked: string
  readonly isFound: boolean
  readonly text: string
}

/**
 * Asks who has some content: each pin target that can ask the network, and the routing endpoint of
 * the settings. Strangers learn of the question, so nothing asks by itself.
 * @throws ColdpressError `invalid` where there is nobody to ask, and what they throw
 */
export const findContent = async (
  cid: AnyCid,
  options: {
    readonly pinners: readonly Pinner[]
    readonly endpoint: string | null
    readonly signal: AbortSignal
  },
): Promise<readonly FoundContent[]> => {
  const { pinners, endpoint, signal } = options
  requireOnline()
  const found: FoundContent[] = []
  for (const { name, findProviders } of pinners) {
    if (findProviders === undefined) continue
    const providers = await findProviders(cid, signal)
    if (providers === undefined)
      found.push({
        asked: name,
        isFound: false,
        text: `${name} is offline: nobody can find its files.`,
      })
    else {
      const { isAnnounced, others } = providers
      const own = isAnnounced
        ? `The network knows that ${name} has it.`
        : `The network does not know ${name} for it.`
      const rest = `${countText(others, 'other peer says', 'other peers say')} that they have it.`
      found.push({ asked: name, isFound: isAnnounced || others > 0, text: `${own} ${rest}` })
    }
  }
  if (endpoint !== null) {
    const peers = await askRouting(endpoint, cid, { signal })
    const text = `${endpoint} names ${countText(peers, 'peer')} that ${peers === 1 ? 'has' : 'have'} it.`
    found.push({ asked: endpoint, isFound: peers > 0, text })
  }
  if (found.length > 0) return found
  throw errorBy(
    pinErrors,
    'nobody_to_ask',
    {},
    'Nobody was asked: this pin target cannot ask the network, and no routing endpoint is set. Name a Kubo node, or set an endpoint that may be asked.',
  )
}
