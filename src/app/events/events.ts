import type { EventFeed } from '#contract/events/event-feed.ts'
import type { MintingClient } from '../api/client.ts'
import type { Database } from '#platform/db/database.ts'
import type { Vault } from '#keys/vault/vault.ts'
import { schemeOf } from '#platform/webhooks/signature.ts'
import { createInboxConfigs, type InboxConfigs } from './inbox/inbox-configs.ts'
import { createInboxSecrets, type InboxSecrets } from './inbox/inbox-secrets.ts'
import {
  type InboxOptions,
  type OpenInbox,
  openInbox,
  type RunningInbox,
  startInbox,
} from './inbox/inbox.ts'
import { type CaughtUp, catchUpEvents } from './received/catch-up.ts'
import type { ReceivedEvent } from './received/event-schema.ts'
import {
  type EventFile,
  type EventsImported,
  eventTextOf,
  importEvents,
} from './received/import-events.ts'
import { isBacklog, noteBacklog, readMark, setReadMark } from './received/marks.ts'
import { createReceivedEvents, type ReceivedEvents } from './received/received-events.ts'
import { readEvent } from './received/read-event.ts'

/** The events of all accounts, and their sources. */
export type Events = Omit<ReceivedEvents, 'receive'> & {
  readonly inboxSecrets: InboxSecrets
  readonly inboxConfigs: InboxConfigs
  /**
   * Receives deliveries until it is closed, in the scheme of the account's inbox. An inbox without
   * a stored scheme gets the scheme of its secret.
   * @throws as `startInbox`
   */
  readonly listen: (
    options: Omit<InboxOptions, 'events' | 'now' | 'scheme'>,
  ) => Promise<RunningInbox>
  /** As `listen`, for a server that others run. @throws as `openInbox` */
  readonly openInbox: (
    options: Omit<InboxOptions, 'events' | 'now' | 'scheme' | 'port'>,
  ) => OpenInbox
  /** Where the Local studio of an account pushes its events. */
  readonly localFeed: (accountId: string) => EventFeed
  /**
   * Events of a file: see `importEvents`.
   * @throws ColdpressError `not_found` for the account; `invalid` when it is not text
   */
  readonly importFile: (account: string, file: EventFile) => Promise<EventsImported>
  /** Fetches the events that the service listed since the last time: see `catchUpEvents`. */
  readonly catchUp: (account: string, signal?: AbortSignal) => Promise<CaughtUp>
  /** See `isBacklog`. */
  readonly isBacklog: (event: Pick<ReceivedEvent, 'via' | 'accountId' | 'arrival'>) => boolean
}

export const createEvents = (deps: {
  readonly db: Database
  readonly vault: Pick<Vault, 'getApiKey' | 'setApiKey' | 'removeApiKey'>
  readonly accounts: {
    get(nameOrId: string): { readonly id: string; readonly name: string }
    client(nameOrId: string): Promise<MintingClient>
  }
}): Events => {
  const { db, vault, accounts } = deps
  const { receive, ...received } = createReceivedEvents({ db })
  const inboxConfigs = createInboxConfigs(db)
  const schemeFor = ({ accountId, secret }: Pick<InboxOptions, 'accountId' | 'secret'>) =>
    inboxConfigs.fixScheme(accountId, schemeOf(secret))
  return {
    ...received,
    inboxSecrets: createInboxSecrets(vault, inboxConfigs),
    inboxConfigs,
    listen: async (options) =>
      startInbox({ ...options, scheme: schemeFor(options), events: { receive } }),
    openInbox: (options) =>
      openInbox({ ...options, scheme: schemeFor(options), events: { receive } }),
    importFile: async (account, file) => {
      const { id } = accounts.get(account)
      return importEvents({ receive }, eventTextOf(file), { accountId: id, via: 'file' })
    },
    localFeed: (accountId) => createEventFeed(db, { receive }, accountId),
    isBacklog: (event) => isBacklog(db, event),
    catchUp: async (account, signal) => {
      const { id, name } = accounts.get(account)
      const client = await accounts.client(account)
      return catchUpEvents({
        db,
        events: { receive },
        client,
        accountId: id,
        name,
        ...(signal === undefined ? {} : { signal }),
      })
    },
  }
}

/** @param accountId the account that the studio's events belong to */
export const createEventFeed = (
  db: Database,
  events: Pick<ReceivedEvents, 'receive'>,
  accountId: string,
): EventFeed => ({
  lastEventId: () => readMark(db, accountId),
  receive: async (batch) => {
    const read = batch.events.map(readEvent)
    events.receive(read, { accountId, via: 'studio' })
    const last = read.at(-1)
    if (last !== undefined) setReadMark(db, accountId, last.event.id)
    if (batch.isLast) noteBacklog(db, accountId)
  },
})
