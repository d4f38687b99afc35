import { blockfrost } from './blockfrost/provider.ts'
import { devnet } from './devnet/provider.ts'
import { koios } from './koios/provider.ts'
import { ogmios } from './ogmios/provider.ts'
import type { GatewayProvider } from './provider.ts'

/** The kinds of gateways. The first that serves a network is the default there. */
export const gatewayProviders: readonly GatewayProvider[] = [blockfrost, koios, ogmios, devnet]
