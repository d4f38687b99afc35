import { z } from 'zod'
import { listOf, longText, shortText } from '../bounded.ts'
import { providerFacts, providerSettings } from '../providers.ts'
import { chainNetwork } from './facts.ts'
import { secretKey } from './secret-text.ts'

const config = z.object({
  network: chainNetwork,
  kind: shortText,
  name: longText,
  settings: providerSettings,
  /** Empty for the devnet, whose address is known only while it runs. */
  baseUrl: shortText,
  /**
   * Nobody has set it up: the network's first provider, which still needs its settings, or the
   * devnet's own.
   */
  isDefault: z.boolean(),
})
export type GatewayFacts = z.output<typeof config>

export const gatewayCalls = {
  /** One for each network. */
  'gateways.list': { input: z.null(), output: listOf(config) },
  /** The kinds that can be set up. */
  'gateways.providers': { input: z.null(), output: listOf(providerFacts) },
  /**
   * Replaces the gateway. An empty name or setting means the provider's default. `secret` null:
   * none.
   */
  'gateways.set': {
    secret: true,
    input: z.object({
      network: chainNetwork,
      kind: longText,
      name: longText,
      settings: providerSettings,
      secret: secretKey.nullable(),
    }),
    output: config,
  },
  /** Fetches its newest block and checks its network. */
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
  /** Returns to the default and deletes the secret from the vault. */
  'gateways.remove': { input: z.object({ network: chainNetwork }), output: z.null() },
} as const
