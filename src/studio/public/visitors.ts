import type { Client } from './client-address.ts'

/** Addresses that are remembered; about 100 bytes each. */
const mostAddresses = 20_000
/** Anybody can pretend to be a proxy, so that more notices would only fill the log. */
const mostNotices = 3

/** Tells visitors from proxies that nobody has named as trusted. */
export type Visitors = {
  /** Whether what an address reserves is that of one visitor. */
  readonly isVisitor: (client: Client) => boolean
}

/**
 * A proxy says for whom it asks, with each request; its address stands for many visitors then. Whoever
 * has asked for itself before stays one visitor, whatever it says later.
 * @param proxyFound called for the first addresses that only ask for others
 */
export const createVisitors = (proxyFound: (address: string) => void): Visitors => {
  const visitors = new Set<string>()
  const proxies = new Set<string>()
  return {
    isVisitor: ({ key, isVisitor, isForwarding }) => {
      if (!isVisitor) return false
      if (isForwarding && !visitors.has(key)) {
        if (proxies.size < mostNotices && !proxies.has(key)) proxyFound(key)
        if (proxies.size < mostNotices) proxies.add(key)
        return false
      }
      visitors.delete(key)
      visitors.add(key)
      const [oldest] = visitors
      if (visitors.size > mostAddresses && oldest !== undefined) visitors.delete(oldest)
      return true
    },
  }
}
