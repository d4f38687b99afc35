import { ColdpressError, isColdpressError, messageOf } from '#shared/errors.ts'
import type { MintingClient } from '#core/api/client.ts'
import type { Database } from '#core/db/database.ts'
import { noteBacklog, readMark, setReadMark } from './marks.ts'
import { type ReadEvent, readEvent } from './read-event.ts'
import type { ReceivedEvents } from './received-events.ts'

export type CaughtUp = {
  readonly added: number
  readonly known: number
  /** What the service listed that is no event. */
  readonly bad: readonly string[]
}

const perTransaction = 100
/** Of events of one and the same time so many are looked at behind the mark. */
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
 * Takes what a service's list of events holds and is not here: from the newest back to the one that
 * was the newest when the list was last read to its end. That mark moves only when this time's end
 * was reached, so what an interruption left out is read the next time, and what is here already is
 * not taken twice. Behind the mark so many more are looked at as tell which way the list goes: one
 * that goes from the oldest on is read whole, this time and the next.
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
 * Which way a list goes, by the times that the service tells. Most steps decide, not each: where the
 * service's clock was once set back, one of them goes the wrong way for good. An event without a time
 * is believed to stand where it was asked to.
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

/** The list comes parsed: its text is written again. */
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
    throw new ColdpressError(
      'not_found',
      `The service of ${name} has no list of events (it answered ${String(error.details['status'])}), so there is nothing to catch up from. It tells events to a webhook alone: receive them with coldpress events listen.`,
      { cause: error },
    )
  }
}
