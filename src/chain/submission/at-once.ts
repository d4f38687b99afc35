import type { Network } from '#cardano/network.ts'

/** Items with calls to the gateway in progress at the same time; public gateways limit the rate of calls. */
export const maxParallelCalls = (network: Network): number => (network === 'devnet' ? 16 : 4)
