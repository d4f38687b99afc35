import { z } from 'zod'
import { listOf, longText, shortText } from '../bounded.ts'
import { chainNetwork } from './facts.ts'
import { secretKey } from './secret-text.ts'

const config = z.object({
  network: chainNetwork,
  name: longText,
  /** Empty for the devnet, whose address is known only while it runs. */
  baseUrl: shortText,
  /** Nobody has set it up: Blockfrost without a project id, or the devnet's own. */
  isDefault: z.boolean(),
})
export type GatewayFacts = z.output<typeof config>

export const gatewayCalls = {
  /** One for each network. */
  'gateways.list': { input: z.null(), output: listOf(config) },
  /** In place of what was there. `baseUrl` empty: Blockfrost's. `projectId` null: the server asks for none. */
  'gateways.set': {
    secret: true,
    input: z.object({
      network: chainNetwork,
      baseUrl: shortText,
      name: longText,
      projectId: secretKey.nullable(),
    }),
    output: config,
  },
  /** Asks for its newest block, and whether it serves that network. */
  'gateways.test': {
    input: z.object({ network: chainNetwork }),
    output: z.object({
      name: longText,
      height: z.int(),
      slot: shortText,
      tipAgeSeconds: z.int(),
      milliseconds: z.number(),
    }),
  },
  /** Back to the default; the project id leaves the vault. */
  'gateways.remove': { input: z.object({ network: chainNetwork }), output: z.null() },
} as const
