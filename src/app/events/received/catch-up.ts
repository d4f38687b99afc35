import { eventErrors } from '#contract/events/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { MintingClient } from '../../api/client.ts'
import type { Database } from '#platform/db/database.ts'
import { noteBacklog, readMark, setReadMark } from './marks.ts'
import { type ReadEvent, readEvent } from './read-event.ts'
import type { ReceivedEvents } from './received-events.ts'

export type CaughtUp = {
  readonly added: number
  readonly known: number
  /** Listed items that are not events. */
  readonly bad: readonly string[]
}

const perTransaction = 100
/** How many events of the same time are read beyond the mark. */
const maxUnclear = 100

type Source = {
  readonly db: Database
  readonly events: Pick<ReceivedEvents, 'receive'>
  readonly client: Pick<MintingClient, 'events'>
  readonly accountId: string
  /** The account's name, for messages. */
  readonly name: string
  readonly signal?: AbortSignal
}

/**
 * Fetches the new events of a service's list: from the newest back to the mark, the event that was
 * newest when the list was last read to its end. The mark moves only after the end was reached, so
 * the next call reads what an interruption left out. A few events beyond the mark show in which
 * order the list is; a list from oldest to newest is read whole each time.
 * @throws ColdpressError as every call, `not_found` with a sentence when the service has no list
 */
export const catchUpEvents = async (source: Source): Promise<CaughtUp> => {
  const { db, events, accountId } = source
  const mark = readMark(db, accountId)
  const bad: string[] = []
  let newest: string | undefined
  const order = createOrderWatch()
  let behind: number | undefined
  let batch: ReadEvent[] = []
  let [added, known] = [0, 0]
  const flush = (): void => {
    const taken = events.receive(batch, { accountId, via: 'list' })
    added += taken.added.length
    known += taken.known
    batch = []
  }
  for await (const item of listOf(source)) {
    const read = readItem(item)
    if (typeof read === 'string') {
      bad.push(read)
      continue
    }
    newest ??= read.event.id
    const reported = order.observe(read)
    if (behind !== undefined && reported === 'newest first') break
    if (behind === maxUnclear && reported === 'unclear') break
    if (behind !== undefined) behind += 1
    if (read.event.id === mark) {
      behind = 0
      continue
    }
    batch.push(read)
    if (batch.length === perTransaction) flush()
  }
  if (batch.length > 0) flush()
  if (newest !== undefined && order.reported() !== 'oldest first')
    setReadMark(db, accountId, newest)
  noteBacklog(db, accountId)
  return { added, known, bad }
}

type Order = 'newest first' | 'oldest first' | 'unclear'

/**
 * The order of a list, by the times of its events. The majority of steps decides: after the
 * service's clock was set back, one step goes the wrong way for good. An event without a time
 * counts as being in the requested order.
 */
const createOrderWatch = (): {
  readonly observe: (next: ReadEvent) => Order
  readonly reported: () => Order
} => {
  let last: ReadEvent | undefined
  let [falls, rises] = [0, 0]
  const reported = (): Order => {
    if (falls === rises) return 'unclear'
    return falls > rises ? 'newest first' : 'oldest first'
  }
  return {
    reported,
    observe: (next) => {
      const [before, at] = [last?.event.create_date, next.event.create_date]
      if (last !== undefined) {
        if (before === undefined || at === undefined || at < before) falls += 1
        else if (at > before) rises += 1
      }
      last = next
      return reported()
    },
  }
}

/** The list arrives parsed, so its text is written again. */
const readItem = (item: unknown): ReadEvent | string => {
  try {
    return readEvent(JSON.stringify(item))
  } catch (error) {
    return messageOf(error)
  }
}

async function* listOf({ client, name, signal }: Source): AsyncGenerator {
  try {
    yield* client.events({ order: 'desc', signal })
  } catch (error) {
    if (!isColdpressError(error, 'not_found') && !isColdpressError(error, 'not_implemented')) {
      throw error
    }
    throw errorBy(
      eventErrors,
      'no_event_list',
      {},
      `The service of ${name} has no list of events (it answered ${String(error.details['status'])}), so there is nothing to catch up from. It sends events only to a webhook.`,
      error,
    )
  }
}
