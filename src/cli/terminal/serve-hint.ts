import type { ServiceNetwork } from '#values/networks/networks.ts'
import { hint } from './hint.ts'

/** The command that keeps the Local studio of a network running. */
export const serveHint = (network: ServiceNetwork): string =>
  hint(network === 'devnet' ? 'studio serve' : `studio serve --network ${network}`, {
    account: undefined,
  })
