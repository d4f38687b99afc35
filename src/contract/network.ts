import { z } from 'zod'
import { networks } from '#values/networks/networks.ts'

/**
 * The networks that Coldpress knows. The minting interface distinguishes only mainnet and testnet.
 */
export const chainNetwork = z.enum(networks)

/**
 * The network of an account as far as it is known, which is its one name in the interface: the
 * Local studio's is the devnet. `testnet`: the service does not say which testnet.
 */
export const serviceNetwork = z.enum([...networks, 'testnet'])
