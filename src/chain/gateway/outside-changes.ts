import type { Network } from '#cardano/network.ts'
import type { GatewayConfig } from './stored-gateways.ts'

/** What another process of this home, such as the command line, changed about the gateways. */
type OutsideChanges = {
  /** The networks whose gateway was set or removed since the last look. */
  readonly take: () => readonly Network[]
  /** Called after a change of this process's own. */
  readonly note: () => void
}

/** Each setting up of a gateway has its time, whatever else stays the same. */
export const createOutsideChanges = (list: () => readonly GatewayConfig[]): OutsideChanges => {
  const seen = new Map<Network, string>()
  const take = (): readonly Network[] =>
    list().flatMap(({ network, createdAt }) => {
      const before = seen.get(network)
      seen.set(network, createdAt)
      return before === undefined || before === createdAt ? [] : [network]
    })
  take()
  return { take, note: () => void take() }
}
