import type { z } from 'zod'
import { collectionCalls, collectionEvents } from '../collections/calls.ts'
import { binCalls } from '../bin/calls.ts'
import { accountCalls } from '../accounts/calls.ts'
import { receiverCalls } from '../receivers/calls.ts'
import { serverCalls } from '../servers/calls.ts'
import { vaultCalls, vaultEvents } from '../vault/calls.ts'
import { policyCalls } from '../policies/calls.ts'
import { backupCalls } from '../backups/calls.ts'
import { phraseCalls } from '../policies/phrase-calls.ts'
import { adoptionCalls, adoptionEvents } from '../adoptions/calls.ts'
import { pinCalls, pinEvents } from '../pins/calls.ts'
import { logCalls, logEvents } from '../log/calls.ts'
import { appCalls, appEvents } from '../settings/calls.ts'
import { eventCalls, eventEvents } from '../events/calls.ts'
import { gatewayCalls, gatewayEvents } from '../gateways/calls.ts'
import { importCalls, importWindowEvents } from '../imports/calls.ts'
import { homeCalls, homeEvents } from '../home/calls.ts'
import { inboxCalls, inboxEvents } from '../events/inbox-calls.ts'
import { mintingCalls, mintingEvents } from '../mints/calls.ts'
import { salesCalls, salesEvents } from '../sales/calls.ts'
import { shopCalls, shopEvents } from '../shops/calls.ts'
import { updateCalls, updateEvents } from '../updates/calls.ts'
import { workCalls } from '../tokens/work-calls.ts'
import { webhookCalls } from '../webhooks/calls.ts'
import { signingCalls, signingEvents } from '../signing/calls.ts'

/**
 * Every call that the window can make to the main process. The main process registers a handler for
 * each row; the preload bridge lets these names through and no others. A test pins them.
 */
export const calls = {
  ...appCalls,
  ...vaultCalls,
  ...accountCalls,
  ...collectionCalls,
  ...binCalls,
  ...importCalls,
  ...policyCalls,
  ...backupCalls,
  ...phraseCalls,
  ...signingCalls,
  ...mintingCalls,
  ...salesCalls,
  ...shopCalls,
  ...pinCalls,
  ...workCalls,
  ...adoptionCalls,
  ...logCalls,
  ...eventCalls,
  ...inboxCalls,
  ...webhookCalls,
  ...gatewayCalls,
  ...homeCalls,
  ...updateCalls,
  ...serverCalls,
  ...receiverCalls,
} as const

export type CallName = keyof typeof calls
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]['input']>
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]['output']>

/** The calls that only read and hold no secret. No cache of the window ever holds another. */
export type CachedCall = {
  [N in CallName]: (typeof calls)[N] extends { readonly secret: true }
    ? never
    : (typeof calls)[N] extends { readonly reads: unknown }
      ? N
      : never
}[CallName]

/** The calls after which a cached answer is another one. */
export type ChangingCall = {
  [N in CallName]: (typeof calls)[N] extends
    | { readonly reads: unknown }
    | { readonly changes: readonly []; readonly answers?: never }
    ? never
    : N
}[CallName]

/** One function for each call; a missing one does not compile. */
export type Handlers = {
  readonly [N in CallName]: (
    input: z.output<(typeof calls)[N]['input']>,
  ) => Promise<z.input<(typeof calls)[N]['output']>> | z.input<(typeof calls)[N]['output']>
}

/** Every event that the main process can send to the window. */
export const events = {
  ...appEvents,
  ...vaultEvents,
  ...collectionEvents,
  ...importWindowEvents,
  ...signingEvents,
  ...mintingEvents,
  ...salesEvents,
  ...shopEvents,
  ...pinEvents,
  ...adoptionEvents,
  ...logEvents,
  ...eventEvents,
  ...inboxEvents,
  ...gatewayEvents,
  ...homeEvents,
  ...updateEvents,
} as const

export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]['payload']>

/** What the preload bridge puts on `window.coldpress`. */
export type Bridge = {
  readonly call: (name: string, input: unknown) => Promise<unknown>
  /** @returns a function that removes the listener */
  readonly on: (name: string, listener: (payload: unknown) => void) => () => void
  /** Path of a file that was dropped on the window. Empty where the host does not know it. */
  readonly pathOf: (file: File) => string
}
