import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { windowCommands } from '../commands.ts'
import { collectionCalls, exportProgress } from '../collections/calls.ts'
import { accountCalls } from '../accounts/calls.ts'
import { receiverCalls } from '../receivers/calls.ts'
import { serverCalls } from '../servers/calls.ts'
import { vaultCalls } from '../vault/calls.ts'
import { policyCalls } from '../policies/calls.ts'
import { backupCalls } from '../backups/calls.ts'
import { phraseCalls } from '../policies/phrase-calls.ts'
import { adoptionCalls, adoptions } from '../adoptions/calls.ts'
import { folderMade, pinCalls, pinChecks } from '../pins/calls.ts'
import { logCalls } from '../log/calls.ts'
import { appCalls, recentFolders } from '../settings/calls.ts'
import { eventCalls, eventsChanged, eventsFailed, eventsOpened } from '../events/calls.ts'
import { logEntry } from '../log/entry.ts'
import { vaultStatus } from '../vault/status.ts'
import { gatewayCalls, gatewaysChanged } from '../gateways/calls.ts'
import {
  draftId,
  imageCheckFacts,
  importCalls,
  importJob,
  importProgress,
  readingFacts,
} from '../imports/calls.ts'
import { homeCalls, homeProgress } from '../home/calls.ts'
import { inboxCalls, inboxesChanged } from '../events/inbox-calls.ts'
import { imagesFetched, mintingCalls, mintingEnded } from '../mints/calls.ts'
import { rehearsalNow, salesCalls } from '../sales/calls.ts'
import { updateCalls, updateState } from '../updates/calls.ts'
import { workCalls } from '../tokens/work-calls.ts'
import { signingCalls, signingChanged } from '../signing/calls.ts'

/**
 * Every call that the window can make to the main process. The main process registers a handler for
 * each row; the preload bridge lets these names through and no others.
 */
export const calls = {
  ...appCalls,
  ...vaultCalls,
  ...accountCalls,
  ...collectionCalls,
  ...importCalls,
  ...policyCalls,
  ...backupCalls,
  ...phraseCalls,
  ...signingCalls,
  ...mintingCalls,
  ...salesCalls,
  ...pinCalls,
  ...workCalls,
  ...adoptionCalls,
  ...logCalls,
  ...eventCalls,
  ...inboxCalls,
  ...gatewayCalls,
  ...homeCalls,
  ...updateCalls,
  ...serverCalls,
  ...receiverCalls,
} as const

export type CallName = keyof typeof calls
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]['input']>
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]['output']>

/** The calls whose input or output holds a secret. No cache of the window ever holds either. */
export type SecretCall = {
  [N in CallName]: (typeof calls)[N] extends { readonly secret: true } ? N : never
}[CallName]
export type CachedCall = Exclude<CallName, SecretCall>

/** One function for each call; a missing one does not compile. */
export type Handlers = {
  readonly [N in CallName]: (
    input: z.output<(typeof calls)[N]['input']>,
  ) => Promise<z.input<(typeof calls)[N]['output']>> | z.input<(typeof calls)[N]['output']>
}

export const events = {
  'vault.changed': vaultStatus,
  'pins.checked': pinChecks,
  'pins.folderMade': folderMade,
  'adoptions.changed': adoptions,
  'imports.progress': importProgress,
  'imports.reading': readingFacts,
  /** How far the check of a draft's images is. */
  'imports.checked': imageCheckFacts,
  /** The check of a draft's images changed its plan. */
  'imports.planned': draftId,
  'imports.ended': importJob,
  'signing.changed': signingChanged,
  'minting.ended': mintingEnded,
  /** How far `minting.fetchImages` is. */
  'minting.imagesFetched': imagesFetched,
  /** How far `tokens.export` is with its files. */
  'tokens.exported': exportProgress,
  'sales.rehearsalEnded': rehearsalNow,
  'log.added': logEntry,
  /** Another process of this home set, removed or budgeted a gateway. */
  'gateways.changed': gatewaysChanged,
  'events.changed': eventsChanged,
  'events.opened': eventsOpened,
  'events.failed': eventsFailed,
  'inboxes.changed': inboxesChanged,
  /** The user wants to close the window while imports run. */
  'app.closeRequested': z.object({ running: z.int() }),
  'home.progress': homeProgress,
  /** A message that no call asked for. */
  'app.notice': z.object({ message: longText }),
  /** Something was given to open: `app.takeOpened` says what. */
  'app.opened': z.null(),
  /** A folder was imported or forgotten. */
  'app.recentFolders': recentFolders,
  /** Something about newer versions changed. */
  'updates.changed': updateState,
  /** The user chose a command in the menu bar. */
  'app.command': z.object({ name: z.enum(windowCommands) }),
  /** A process of the app died and was started again, or could not be. */
  'app.process': z.object({
    process: z.enum(['keys', 'studio', 'images', 'window']),
    state: z.enum(['restarted', 'failed']),
    message: longText,
  }),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>

/** What the preload bridge puts on `window.coldpress`. */
export type Bridge = {
  readonly call: (name: string, input: unknown) => Promise<unknown>
  /** @returns a function that removes the listener */
  readonly on: (name: string, listener: (payload: unknown) => void) => () => void
  /** Path of a file that was dropped on the window. Empty where the host does not know it. */
  readonly pathOf: (file: File) => string
}
