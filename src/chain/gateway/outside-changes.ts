import type { Network } from '#cardano/network.ts'
import type { GatewayConfig } from './stored-gateways.ts'

/** What another process of this home, such as the command line, changed about the gateways. */
export type OutsideChanges = {
  /** The networks whose gateways were set, removed or put in another order since the last look. */
  readonly take: () => readonly Network[]
  /** Called after a change of this process's own. */
  readonly note: () => void
}

/** Each setting up of a gateway has its time, whatever else stays the same; a list has its order. */
export const createOutsideChanges = (list: () => readonly GatewayConfig[]): OutsideChanges => {
  const seen = new Map<Network, string>()
  const take = (): readonly Network[] => {
    const now = new Map<Network, string>()
    for (const { network, id, createdAt } of list())
      now.set(network, `${now.get(network) ?? ''} ${id} ${createdAt}`)
    const changed = [...now.keys()].filter(
      (network) => seen.has(network) && seen.get(network) !== now.get(network),
    )
    for (const [network, gateways] of now) seen.set(network, gateways)
    return changed
  }
  take()
  return { take, note: () => void take() }
}
