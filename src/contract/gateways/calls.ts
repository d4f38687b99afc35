import { z } from 'zod'
import type { Change, WindowCalls, WindowEvents } from '../window/call.ts'
import { listOf, longText, shortText } from '#values/bounds/bounded.ts'
import { providerView, providerSettings } from '../providers/providers.ts'
import { chainNetwork } from '../network.ts'
import { secretKey } from '../window/secret-text.ts'

const config = z.object({
  id: shortText,
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
  /** The budget of calls in a day (UTC); null: any number. */
  callsPerDay: z.int().nullable(),
})
export type GatewayView = z.output<typeof config>

/** An empty name or setting means the provider's default. `secret` null: none. */
const newConfig = z.object({
  network: chainNetwork,
  kind: longText,
  name: longText,
  settings: providerSettings,
  secret: secretKey.nullable(),
})

/** A network with a gateway has a Local studio. */
const gatewayChanges = [
  { area: 'gateways' },
  { area: 'accounts' },
  { area: 'collections' },
] as const satisfies readonly Change[]

export const gatewayCalls = {
  /** Those of each network in the order in which they are asked; at least one for each. */
  'gateways.list': { reads: true, input: z.null(), output: listOf(config) },
  /** The kinds that can be set up. */
  'gateways.providers': { reads: true, input: z.null(), output: listOf(providerView) },
  /** Replaces a gateway. */
  'gateways.set': {
    changes: gatewayChanges,
    secret: true,
    input: newConfig.extend({
      /** Default: the network's first. */
      id: shortText.optional(),
    }),
    output: config,
  },
  /** Puts one behind the other gateways of its network. */
  'gateways.add': { changes: gatewayChanges, secret: true, input: newConfig, output: config },
  /** Sets the order in which a network's gateways are asked: each ID once. */
  'gateways.order': {
    changes: gatewayChanges,
    input: z.object({ network: chainNetwork, ids: listOf(shortText) }),
    output: listOf(config),
  },
  /**
   * Asks a gateway before it is stored. `network` is the one that the secret or the server's genesis
   * shows, whichever was asked for.
   */
  'gateways.check': {
    reads: true,
    secret: true,
    input: z.object({
      network: chainNetwork,
      kind: longText,
      settings: providerSettings,
      secret: secretKey.nullable(),
    }),
    output: z.object({
      network: chainNetwork,
      name: longText,
      height: z.int(),
      tipAgeSeconds: z.int(),
      /** Null where the service does not say. */
      callsToday: z.int().nullable(),
      milliseconds: z.number(),
    }),
  },
  /** The calls of today (UTC) of each gateway that was set up. */
  'gateways.usage': {
    reads: true,
    input: z.null(),
    output: listOf(
      z.object({
        id: shortText,
        network: chainNetwork,
        calls: z.int(),
        callsPerDay: z.int().nullable(),
        /** The service has refused further calls until midnight UTC. */
        isUsedUp: z.boolean(),
        /** The service has banned this computer until then; ISO 8601. */
        bannedUntil: shortText.nullable(),
      }),
    ),
  },
  /**
   * The sales that a Local studio of a public network waits for, of all its collections, and the
   * budget of its gateways together; null elsewhere.
   */
  'gateways.forecast': {
    reads: true,
    input: z.object({ accountId: shortText }),
    output: z
      .object({
        openSales: z.int(),
        callsPerDay: z.int().nullable(),
        /** The service was asked too quickly, so that polls leave it alone until then; ISO 8601. */
        busyUntil: shortText.optional(),
      })
      .nullable(),
  },
  'gateways.setBudget': {
    changes: gatewayChanges,
    input: z.object({
      id: shortText,
      callsPerDay: z.int().min(1, 'at least 1').max(1_000_000_000).nullable(),
    }),
    output: config,
  },
  /** Fetches its newest block and checks its network. */
  'gateways.test': {
    reads: true,
    input: z.object({ id: shortText }),
    output: z.object({
      name: longText,
      height: z.int(),
      slot: shortText,
      tipAgeSeconds: z.int(),
      milliseconds: z.number(),
    }),
  },
  /** Deletes its secret from the vault too. */
  'gateways.remove': {
    changes: gatewayChanges,
    input: z.object({ id: shortText }),
    output: z.null(),
  },
} as const satisfies WindowCalls

export const gatewayEvents = {
  /** Another process of this home set, removed, ordered or budgeted a gateway of these networks. */
  'gateways.changed': {
    changes: gatewayChanges,
    payload: z.object({ networks: listOf(chainNetwork) }),
  },
} as const satisfies WindowEvents
