import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { ColdpressError, errorTable } from '#values/errors/errors.ts'
import { countText, numberText } from '#values/text/format.ts'
import { saleEventKinds } from '#contract/sales/sale-status.ts'
import { printable } from '#values/text/printable.ts'
import { readInput } from '#cli/files.ts'
import type { CaughtUp } from '#app/events/received/catch-up.ts'
import type { ReceivedEvent } from '#app/events/received/event-schema.ts'
import type { EventFilter } from '#app/events/received/event-query.ts'
import type { App } from '#app/create-app.ts'
import { eventJson, eventTable, printEvent } from './event-answers.ts'
import { CollectionOption } from '#cli/options/collection-option.ts'
import { wholeOf } from '#cli/options/option-values.ts'
import { wholeNumberOption } from '#cli/options/whole-number.ts'
import { type CommandAnswer, command, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { messageWithAdvice } from '#cli/terminal/error-advice.ts'
import { hint } from '#cli/terminal/hint.ts'
import { addListen } from './events-listen.ts'
import type { Text } from '#cli/terminal/table.ts'

export const addEventsCommands = (program: Command): void => {
  const events = group(program, 'events', 'events about sales, sent by minting services')
  addList(events)
  addListen(events)
  addImport(events)
  addCatchUp(events)
}

type ListOptions = {
  readonly catchUp?: boolean
  readonly follow?: boolean
  readonly after?: string
  readonly before?: string
  readonly limit?: string
  readonly status?: readonly string[]
  readonly collection?: string
  readonly sale?: string
  readonly network?: string
  readonly search?: string
  readonly account?: string
  readonly json?: boolean
}

const addList = (events: Command): void =>
  command<ListOptions>(
    events,
    { signature: 'list', isDefault: true },
    'list events, newest first (you can leave out "list"); with --follow and --json, prints each as a line of JSON',
    'events list --status UNRESOLVED_UNDERPAID UNRESOLVED_OVERPAID --search specimen04',
    (list) =>
      list
        .option('--follow', 'print events as they arrive, until stopped')
        .option(
          '--catch-up',
          "first fetch the missing events from the account's service; with --follow, fetch them repeatedly",
        )
        .option(
          '--after <arrival>',
          'with --follow: start after this event; give the "arrival" of the last line that you have',
        )
        .option('--status <kind...>', 'only events of these kinds, such as COMPLETED')
        .addOption(new CollectionOption('only events of this collection'))
        .option('--sale <id>', 'only events of this sale')
        .option('--network <name>', 'only events of mainnet or testnet')
        .option(
          '--search <words>',
          'only events that contain all these words, or words that begin with them',
        )
        .option('--limit <number>', 'how many to show (default: 50)')
        .option(
          '--before <id>',
          'only events before this one; give the "id" of the last one shown',
        ),
    async (session, options) => {
      requireUsed(options)
      const app = await session.app()
      const filter = filterOf(app, options)
      if (options.catchUp === true && options.follow !== true) await fetchListed(session)
      if (options.follow === true) return follow(session, app, filter, options)
      const { before, limit = '50' } = options
      const found = app.events.page({
        ...filter,
        limit: wholeNumberOption('--limit', limit, 1, mostListed),
        ...(before === undefined ? {} : { before: wholeOf('--before', before) }),
      })
      if (found.length === 0) requireKnown(options.status)
      return { json: found.map(eventJson), text: listText(found, app.events.lastArrival() > 0) }
    },
  )

/** @throws ColdpressError `usage` for an option that would do nothing */
const requireUsed = ({ follow: isFollowed = false, after, before, limit }: ListOptions): void => {
  const idle = isFollowed
    ? Object.entries({ '--before': before, '--limit': limit })
    : Object.entries({ '--after': after })
  const [given] = idle.find(([, value]) => value !== undefined) ?? []
  if (given === undefined) return
  throw new ColdpressError(
    'usage',
    isFollowed
      ? `${given}: does not work with --follow. Leave one of them out.`
      : `${given}: needs --follow. For the next page of the list, give --before ID.`,
  )
}

/** Of a service that has more of them, one that is found counts too. @throws ColdpressError `usage` */
const requireKnown = (kinds: readonly string[] = []): void => {
  const unknown = kinds.find((kind) => !saleEventKinds.some((known) => known === kind))
  if (unknown === undefined) return
  throw new ColdpressError(
    'usage',
    `--status: no event is of the kind ${unknown}. Give one of: ${saleEventKinds.join(', ')}.`,
  )
}

const filterOf = (app: App, options: ListOptions): EventFilter => ({
  ...(options.status === undefined ? {} : { kinds: options.status }),
  ...(options.collection === undefined ? {} : { collectionId: options.collection }),
  ...(options.sale === undefined ? {} : { saleId: options.sale }),
  ...(options.network === undefined ? {} : { network: options.network }),
  ...(options.search === undefined ? {} : { search: options.search }),
  ...(options.account === undefined ? {} : { accountId: app.accounts.get(options.account).id }),
})

const listText = (found: readonly ReceivedEvent[], isFiltered: boolean): Text =>
  eventTable(
    found,
    isFiltered
      ? 'No matching events.'
      : `No events yet. To receive them: ${hint('events listen')}\nTo fetch what a service lists: ${hint('events catch-up')}`,
  )

const mostListed = 10_000
const pollMs = 300
const maxAtOnce = 500

/** Polls the database, because another process may receive the events. */
const follow = async (
  session: Session,
  app: App,
  filter: EventFilter,
  options: ListOptions,
): Promise<undefined> => {
  let seen =
    options.after === undefined ? app.events.lastArrival() : wholeOf('--after', options.after)
  const fetching = options.catchUp === true ? createFetching(session) : undefined
  while (!session.signal.aborted && !process.stdout.destroyed) {
    await fetching?.()
    const last = app.events.lastArrival()
    const found = app.events.arrivedAfter(seen, { ...filter, limit: maxAtOnce })
    for (const event of found) printEvent(event, options.json === true)
    const isAll = found.length < maxAtOnce
    seen = Math.max(seen, isAll ? last : 0, found.at(-1)?.arrival ?? 0)
    if (isAll) await sleep(pollMs, undefined, { signal: session.signal }).catch(() => undefined)
  }
  return undefined
}

const fetchListed = (session: Session): Promise<CaughtUp> =>
  session.withVault((app) => app.events.catchUp(session.account, session.signal))

const fetchMs = 2_000

/** Asks the service now and then; reports an error once, and tries again. */
const createFetching = (session: Session): (() => Promise<void>) => {
  let nextAt = 0
  let lastReported = ''
  return async () => {
    if (performance.now() < nextAt) return
    try {
      await fetchListed(session)
      lastReported = ''
    } catch (error) {
      if (session.signal.aborted) return
      const message = messageWithAdvice(error)
      if (message !== lastReported) session.terminal.warn(message)
      lastReported = message
    }
    nextAt = performance.now() + fetchMs
  }
}

/** About a million events. */
const maxFileBytes = 512 * 1024 ** 2 - 64

const addImport = (events: Command): void =>
  command(
    events,
    'import <file>',
    'import events from a file: a JSON array, or one event per line (NDJSON)',
    'events import events.ndjson --account shop',
    (built) => built,
    async (session, _options, file = '') => {
      const app = await session.app()
      const bytes = await readInput(file, 'event file', maxFileBytes)
      const { added, known, bad } = await app.events.importFile(session.account, {
        path: file,
        bytes,
      })
      return {
        json: { added, known, bad },
        text: [
          `${countText(added, 'event')} added, ${numberText(known)} already here.`,
          ...bad
            .slice(0, maxNamed)
            .map(({ number, error }) => printable(`Event or line ${number}: ${error}`)),
          ...(bad.length > maxNamed ? [`… and ${countText(bad.length - maxNamed, 'more')}`] : []),
        ].join('\n'),
        exit: exitOf(bad.length, added + known),
      } satisfies CommandAnswer
    },
  )

const maxNamed = 20

const exitOf = (bad: number, good: number): number => {
  if (bad === 0) return 0
  return good === 0 ? errorTable.invalid.exit : errorTable.incomplete.exit
}

const addCatchUp = (events: Command): void =>
  command(
    events,
    'catch-up',
    "fetch the missing events from the account's service",
    'events catch-up --account shop',
    (built) => built,
    async (session) => {
      const { added, known, bad } = await fetchListed(session)
      return {
        json: { added, known, bad },
        text: `${countText(added, 'event')} added, ${numberText(known)} already here.${bad.length === 0 ? '' : `\nThe service also listed ${countText(bad.length, 'thing')} that Coldpress cannot read as an event.`}`,
        exit: bad.length === 0 ? 0 : errorTable.incomplete.exit,
      }
    },
  )
