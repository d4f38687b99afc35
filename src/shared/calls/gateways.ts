import { z } from 'zod'
import { chainNetwork } from './facts.ts'

const secretText = z.string().max(10_000)
const place = z.object({
  network: chainNetwork,
  name: z.string(),
  /** Empty for the devnet, whose address is known only while it runs. */
  baseUrl: z.string(),
  /** Nobody has set it up: Blockfrost without a project id, or the devnet's own. */
  isDefault: z.boolean(),
})
export type GatewayFacts = z.output<typeof place>

export const gatewayCalls = {
  /** One for each network. */
  'gateways.list': { input: z.null(), output: z.array(place) },
  /** In place of what was there. `baseUrl` empty: Blockfrost's. `projectId` null: the server asks for none. */
  'gateways.set': {
    input: z.object({
      network: chainNetwork,
      baseUrl: z.string(),
      name: z.string(),
      projectId: secretText.nullable(),
    }),
    output: place,
  },
  /** Asks for its newest block, and whether it serves that network. */
  'gateways.test': {
    input: z.object({ network: chainNetwork }),
    output: z.object({
      name: z.string(),
      height: z.int(),
      slot: z.string(),
      tipAgeSeconds: z.int(),
      milliseconds: z.number(),
    }),
  },
  /** Back to the default; the project id leaves the vault. */
  'gateways.remove': { input: z.object({ network: chainNetwork }), output: z.null() },
} as const
