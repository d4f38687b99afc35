import type { EventsIntake, EventRow } from '#contract/events/calls.ts'
import { firstPaidEvent } from '#contract/sales/sale-status.ts'
import { countText } from '#values/text/format.ts'
import { messageOf } from '#values/errors/errors.ts'
import { isOffline } from '#platform/offline/offline.ts'
import type { VaultView } from '#contract/vault/status.ts'
import type { PickedFiles } from '../picked-files.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import type { WindowHandlersOf, ServicesDeps } from '../services-deps.ts'
import { readEventFile, writeEvents } from './event-files.ts'
import { createEventPoller } from './event-poller.ts'
import { eventFilterOf, readingHandlers } from './event-reading.ts'
import { createInboxService } from './inbox-service.ts'
import type { ReceivedEvent } from '#app/events/received/event-schema.ts'
import type { App } from '#app/create-app.ts'
import { rowOf } from '#app/events/describe-event.ts'

export type EventsDeps = ConfirmingContext &
  Pick<ServicesDeps, 'emit' | 'dialogs' | 'notify'> & { readonly picked: PickedFiles }

export type EventsService = {
  readonly handlers: WindowHandlersOf<'events'> & WindowHandlersOf<'inboxes'>
  /** Starts the enabled inboxes and the Local studios, which push their events. */
  readonly start: () => void
  /** Starts each Local studio that does not run, such as that of a new gateway. */
  readonly startStudios: () => void
  readonly vaultChanged: (status: Pick<VaultView, 'state'>) => void
  readonly accountRemoved: (accountId: string) => Promise<void>
  readonly close: () => Promise<void>
}

export const createEventsService = (deps: EventsDeps): EventsService => {
  const { app, emit, log } = deps
  const poller = createEventPoller({
    events: app.events,
    emit,
    onSales: createSaleNotices(deps),
  })
  const parts = { ...deps, onArrived: poller.poll, onChange: () => emit('inboxes.changed', list()) }
  const inboxes = createInboxService(parts)
  const list = () => ({ inboxes: inboxes.list() })
  const startStudios = (): void => {
    // Without a vault the Local studios have no collections and need not run.
    if (isOffline() || app.vault.status().state === 'new') return
    for (const { id, kind, name } of app.accounts.list())
      if (kind === 'local')
        app.accounts.client(id).catch((error: unknown) => {
          log({ level: 'error', kind: 'app', message: `${name}: ${messageOf(error)}` })
        })
  }
  return {
    handlers: {
      ...readingHandlers(deps),
      ...receivingHandlers(deps, poller.poll),
      ...inboxes.handlers,
      'inboxes.list': list,
    },
    start: () => {
      void inboxes.start()
      startStudios()
    },
    startStudios,
    vaultChanged: ({ state }) => {
      if (state !== 'unlocked') return
      startStudios()
      void inboxes.unlocked()
    },
    accountRemoved: inboxes.accountRemoved,
    close: async () => {
      poller.close()
      await inboxes.close()
    },
  }
}

type Receiving = 'events.export' | 'events.import' | 'events.catchUp'

/** Errors listed by name; further ones are counted. */
const maxErrors = 20

const receivingHandlers = (
  { app, dialogs, log, picked }: EventsDeps,
  poll: () => void,
): Pick<WindowHandlersOf<'events'>, Receiving> => {
  const logReceived = (message: string, accountId: string, intake: EventsIntake): void => {
    poll()
    if (intake.added === 0 && intake.bad === 0) return
    log({
      level: intake.bad === 0 ? 'info' : 'warning',
      kind: 'account',
      message: `${message}: ${intake.added} new, ${intake.known} here already${intake.bad === 0 ? '' : `, ${intake.bad} that are not events`}.`,
      details: { accountId },
    })
  }
  return {
    'events.export': async ({ filter, as }) => {
      const path = await dialogs.saveFile(`coldpress-events.${as}`)
      if (path === null) return null
      const written = await writeEvents(app.events, path, eventFilterOf(filter), as)
      log({
        level: 'info',
        kind: 'app',
        message: `${written} events were saved to a file.`,
        details: { path },
      })
      return { path, events: written }
    },
    'events.import': async ({ accountId, path }) => {
      const { name } = app.accounts.get(accountId)
      picked.requirePicked(path)
      const { added, known, bad } = await app.events.importFile(
        accountId,
        await readEventFile(path),
      )
      const intake = { added, known, bad: bad.length }
      logReceived(`Events of ${name} were read from a file`, accountId, intake)
      return { ...intake, errors: bad.slice(0, maxErrors) }
    },
    'events.catchUp': async ({ accountId }) => {
      const { name } = app.accounts.get(accountId)
      const { added, known, bad } = await app.events.catchUp(accountId)
      const intake = { added, known, bad: bad.length }
      logReceived(`Events that ${name} listed`, accountId, intake)
      return intake
    },
  }
}

/**
 * Notifies the user of sales that were paid for, and of those that failed, where that is wanted: by a
 * system notification that opens the newest event, or in the window where the system has none.
 */
const createSaleNotices =
  (deps: {
    readonly app: Pick<App, 'accounts' | 'settings'>
    readonly emit: ServicesDeps['emit']
    readonly notify: ServicesDeps['notify']
  }) =>
  (arrived: readonly ReceivedEvent[]): void => {
    const { app, emit, notify } = deps
    const { notifyFailures, notifyPaid } = app.settings.get()
    const rows = arrived.map((event) => rowOf(app.accounts, event))
    for (const { isWanted, isGood, wordsOf } of [
      { isWanted: notifyPaid, isGood: true, wordsOf: paidWords },
      { isWanted: notifyFailures, isGood: false, wordsOf: failureWords },
    ]) {
      const events = rows.filter(({ kind }) => (kind === firstPaidEvent) === isGood)
      const [newest] = events
      if (newest === undefined || !isWanted) continue
      const { id } = newest
      const { title, body } = wordsOf(events)
      const isShown = notify({ title, body, onClick: () => emit('events.opened', { id }) })
      const sales = [...new Set(events.map(({ saleId, id }) => saleId ?? String(id)))]
      if (!isShown) emit('events.noticed', { id, isGood, message: `${title}: ${body}`, sales })
    }
  }

type NoticeWords = { readonly title: string; readonly body: string }

/** @param paid newest first */
const paidWords = (paid: readonly EventRow[]): NoticeWords => {
  const works = paid.reduce((sum, { tokens }) => sum + tokens, 0)
  const names = paid.flatMap((event) => event.names).slice(0, 3)
  return {
    title: `Sold: ${countText(works, 'work')}`,
    body: `${names.join(', ')}${works > names.length ? ' …' : ''}. Paid for; on the way to the buyer.`,
  }
}

/** @param failed newest first */
const failureWords = (failed: readonly EventRow[]): NoticeWords => {
  const [newest] = failed
  const body = newest?.error ?? newest?.kind ?? ''
  return failed.length === 1
    ? { title: 'A payment link needs you', body }
    : { title: `${failed.length} sale events need you`, body: `The newest: ${body}` }
}
